// Which moment is shown, and how it goes on.

/** Times by which playback can be faster or slower. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];
/** How long a frame takes at speed 1, in milliseconds: a short one, each step of a longer one, the longest. */
const FRAME_TIME = 900;
const STEP_TIME = 450;
const LONGEST_TIME = 3200;
/** Frames that take less than this are shown without movement between them. */
const TOO_SHORT = 90;
/** Matches with more frames than this begin at a higher speed. */
const LONG = 400;

export class Player {
  /** @param {{ frames: number, steps: Uint16Array }} film @param {(frame: number, progress: number) => void} show @param {(playing: boolean) => void} changed */
  constructor(film, show, changed) {
    this.film = film;
    this.show = show;
    this.changed = changed;
    this.frame = 0;
    /** How far the shown frame has come: 1 is at rest. */
    this.progress = 1;
    this.playing = false;
    /** Whether a single step is on its way. */
    this.stepping = false;
    this.speed = SPEEDS.indexOf(film.frames > LONG ? 4 : 1);
    this.calm = window.matchMedia('(prefers-reduced-motion: reduce)');
    this.before = 0;
    this.waiting = false;
  }

  /** Shows the present moment anew, once, before the next picture. */
  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((now) => this.tick(now));
  }

  /** @param {number} now */
  tick(now) {
    this.waiting = false;
    const passed = Math.min(250, now - this.before);
    this.before = now;
    if (this.playing || this.stepping) this.advance(passed);
    this.show(this.frame, this.isStill() ? 1 : this.progress);
    if (this.playing || this.stepping) this.redraw();
  }

  /** @param {number} passed milliseconds */
  advance(passed) {
    this.progress += passed / this.time(this.frame);
    while (this.progress >= 1 && this.playing && this.frame < this.film.frames - 1) {
      const rest = (this.progress - 1) * this.time(this.frame);
      this.frame += 1;
      this.progress = rest / this.time(this.frame);
    }
    if (this.progress >= 1) {
      this.progress = 1;
      this.stepping = false;
      if (this.playing) this.pause();
    }
  }

  /** How long a frame takes, in milliseconds. @param {number} frame */
  time(frame) {
    return Math.min(LONGEST_TIME, Math.max(FRAME_TIME, STEP_TIME * this.film.steps[frame])) / SPEEDS[this.speed];
  }

  /** Whether nothing is shown between two frames: the reader wants no motion, or there is no time for it. */
  isStill() {
    return this.calm.matches || (this.playing && this.time(this.frame) < TOO_SHORT);
  }

  play() {
    if (this.frame >= this.film.frames - 1) this.frame = 0;
    this.begin(true);
  }

  pause() {
    this.playing = false;
    this.changed(false);
    this.redraw();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** @param {boolean} on */
  begin(on) {
    this.before = performance.now();
    this.playing = on;
    this.stepping = false;
    this.changed(on);
    this.redraw();
  }

  /** Goes to a frame at once. @param {number} frame */
  seek(frame) {
    this.frame = Math.min(this.film.frames - 1, Math.max(0, frame));
    this.progress = 1;
    this.stepping = false;
    this.redraw();
  }

  /** Goes some frames on; a single step forward is shown on its way. @param {number} count */
  step(count) {
    if (this.playing) this.pause();
    const target = this.frame + count;
    this.seek(target);
    if (count === 1 && this.frame === target && !this.calm.matches) {
      this.progress = 0;
      this.stepping = true;
      this.before = performance.now();
    }
  }

  /** @param {number} place among `SPEEDS` */
  setSpeed(place) {
    this.speed = Math.min(SPEEDS.length - 1, Math.max(0, place));
  }
}
