// Moving and zooming a board with mouse, wheel and fingers.

/** @typedef {import('./scene.js').View} View */
/**
 * What a board does with gestures.
 * @typedef {Object} Listener
 * @property {() => { rows: number, cols: number }} extent
 * @property {(panned: boolean) => void} moved the board lies otherwise than before: it was moved, or zoomed
 * @property {(event: PointerEvent) => void} clicked
 * @property {(event: PointerEvent) => void} pointed nothing is pressed
 * @property {(event: PointerEvent) => boolean} [dragged] one finger or the mouse drags; true if that is not to move the board
 */

/** Pixels for each cell at most; at least this share of what shows the whole board. */
const CLOSEST = 160;
const FARTHEST = 0.6;
/** Room around the board for the numbers of rows and columns, in pixels. */
export const MARGIN = 22;
/** A press that moves less than this is a click. */
const STEADY = 7;

export class Gestures {
  /** @param {HTMLCanvasElement} canvas @param {View} view @param {Listener} listener @param {AbortSignal} [signal] */
  constructor(canvas, view, listener, signal) {
    this.canvas = canvas;
    this.view = view;
    this.listener = listener;
    /** @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    this.travelled = 0;
    canvas.addEventListener('pointerdown', (event) => this.press(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.drag(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.release(event), { signal });
    canvas.addEventListener('pointercancel', (event) => this.fingers.delete(event.pointerId), { signal });
    canvas.addEventListener('wheel', (event) => this.turn(event), { passive: false, signal });
  }

  /** Takes the size of the canvas over. */
  measure() {
    const { view, canvas } = this;
    view.width = Math.max(1, canvas.clientWidth);
    view.height = Math.max(1, canvas.clientHeight);
    view.ratio = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = Math.round(view.width * view.ratio);
    canvas.height = Math.round(view.height * view.ratio);
  }

  /** The scale at which all of the board is in sight. */
  whole() {
    const { rows, cols } = this.listener.extent();
    return Math.max(1, Math.min((this.view.width - 2 * MARGIN) / cols, (this.view.height - 2 * MARGIN) / rows));
  }

  /** Shows the whole board. */
  fit() {
    const { view } = this;
    const { rows, cols } = this.listener.extent();
    view.scale = this.whole();
    view.x = (view.width - cols * view.scale) / 2 + MARGIN / 3;
    view.y = (view.height - rows * view.scale) / 2 + MARGIN / 3;
  }

  /** Zooms by a factor around a point of the canvas. @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.view.width / 2, y = this.view.height / 2) {
    const { view } = this;
    const scale = Math.min(CLOSEST, Math.max(this.whole() * FARTHEST, view.scale * factor));
    view.x = x - ((x - view.x) / view.scale) * scale;
    view.y = y - ((y - view.y) / view.scale) * scale;
    view.scale = scale;
    this.keep();
    this.listener.moved(false);
  }

  /** Moves the board. @param {number} right @param {number} down */
  pan(right, down) {
    this.view.x += right;
    this.view.y += down;
    this.keep();
    this.listener.moved(true);
  }

  /** The board is never wholly out of sight. */
  keep() {
    const { view } = this;
    const { rows, cols } = this.listener.extent();
    const within = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ length) => Math.min(room - MARGIN * 2, Math.max(MARGIN * 2 - length, at));
    view.x = within(view.x, view.width, cols * view.scale);
    view.y = within(view.y, view.height, rows * view.scale);
  }

  /** The cell under a point of the canvas, or -1. @param {number} x @param {number} y */
  cellAt(x, y) {
    const { rows, cols } = this.listener.extent();
    const [col, row] = [Math.floor((x - this.view.x) / this.view.scale), Math.floor((y - this.view.y) / this.view.scale)];
    return col >= 0 && row >= 0 && col < cols && row < rows ? row * cols + col : -1;
  }

  /** The middle of a cell on the canvas. @param {number} cell */
  placeOf(cell) {
    const { cols } = this.listener.extent();
    const { x, y, scale } = this.view;
    return { x: x + ((cell % cols) + 0.5) * scale, y: y + (Math.floor(cell / cols) + 0.5) * scale };
  }

  /** @param {WheelEvent} event */
  turn(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.travelled = 0;
    if (this.fingers.size === 1) this.listener.dragged?.(event);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return this.listener.pointed(event);
    const [dx, dy] = [event.offsetX - finger.x, event.offsetY - finger.y];
    this.travelled += Math.abs(dx) + Math.abs(dy);
    const before = this.spread();
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.fingers.size === 1) {
      if (this.listener.dragged?.(event)) return;
      if (this.travelled >= STEADY) this.pan(dx, dy);
    } else if (before && this.fingers.size === 2) {
      const after = this.spread();
      if (after) this.zoom(after.distance / before.distance, after.x, after.y);
      this.pan(dx / 2, dy / 2);
    }
  }

  /** How far apart two fingers are, and the middle between them. */
  spread() {
    const [one, other] = [...this.fingers.values()];
    if (!one || !other) return null;
    return { distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  }

  /** @param {PointerEvent} event */
  release(event) {
    const clicked = this.fingers.size === 1 && this.travelled < STEADY;
    this.fingers.delete(event.pointerId);
    if (clicked) this.listener.clicked(event);
  }
}
