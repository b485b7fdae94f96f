// How a frame is played: its events step by step, and what that does to each piece.

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').FilmEvent} FilmEvent */
/** @typedef {{ step: number, cells: number[] }} Leg */

export class Sequence {
  /** @param {Film} film @param {number} frame */
  constructor(film, frame) {
    this.film = film;
    this.frame = frame;
    this.steps = film.steps[frame];
    this.events = film.eventsOf(frame).filter((event) => film.kindOf(event).trace !== 'none');
    /** The ways that pieces go or are moved, in order. @type {Map<number, Leg[]>} */
    this.legs = new Map();
    /** The first and the last step of each piece that is named. @type {Map<number, number>} */
    this.firstStep = new Map();
    /** @type {Map<number, number>} */
    this.lastStep = new Map();
    /** The first step in which something is done to a piece. @type {Map<number, number>} */
    this.sufferStep = new Map();
    this.events.forEach((event) => this.note(event));
    this.groundStep = this.findGroundStep();
  }

  /** @param {FilmEvent} event */
  note(event) {
    const { trace } = this.film.kindOf(event);
    const { step, cells } = event;
    const pieces = this.film.piecesOf(event);
    for (const piece of pieces) {
      if (!this.firstStep.has(piece)) this.firstStep.set(piece, step);
      this.lastStep.set(piece, step);
    }
    const moves = trace === 'way' || trace === 'slide';
    if (moves && cells.length > 1) this.legs.set(event.args[0], [...(this.legs.get(event.args[0]) ?? []), { step, cells }]);
    // Who shoots or gives suffers nothing by it.
    const suffering = moves ? [] : trace === 'shot' || trace === 'gift' ? pieces.slice(1) : pieces;
    for (const piece of suffering) {
      if (!this.sufferStep.has(piece)) this.sufferStep.set(piece, step);
    }
  }

  /** The step in which the ground changes. */
  findGroundStep() {
    const { film, frame } = this;
    if (frame === 0 || film.terrain.version[frame] === film.terrain.version[frame - 1]) return -1;
    const [before, now] = [film.terrain.at(frame - 1), film.terrain.at(frame)];
    return this.events.find((event) => event.cells.some((cell) => before[cell] !== now[cell]))?.step ?? -1;
  }

  /** How far a step has come when the frame has come this far: 0 before it, 1 after it. @param {number} step @param {number} progress */
  share(step, progress) {
    return Math.min(1, Math.max(0, progress * this.steps - step));
  }

  /** How long a step has been over, in steps; less than 0 before. @param {number} step @param {number} progress */
  age(step, progress) {
    return progress * this.steps - step - 1;
  }

  /** Whether a piece is still as it was before the frame. @param {number} piece @param {number} progress */
  isAsBefore(piece, progress) {
    const step = this.sufferStep.get(piece);
    return step !== undefined && this.share(step, progress) < 0.5;
  }

  /** Which frame's ground is to be seen. @param {number} progress */
  groundFrame(progress) {
    return this.groundStep >= 0 && this.share(this.groundStep, progress) < 0.5 ? this.frame - 1 : this.frame;
  }
}
