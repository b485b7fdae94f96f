// Sounds of what happens, made here: no file is asked for. They are off until somebody turns them on.

/** @typedef {import('../web/film.js').Film} Film */
/** @typedef {'way' | 'slide' | 'shot' | 'gift' | 'burst' | 'glow' | 'loss' | 'won' | 'lost'} Sound */

/** The most sounds of one frame: more are noise. */
const MOST = 3;
/** Between two sounds of one frame, in seconds. */
const APART = 0.07;

/** Notes, one after the other: pitch at the beginning and the end, how long, how loud, what kind of wave; or how dull a noise is. @type {Record<Sound, { from: number, to: number, long: number, loud: number, wave: OscillatorType | 'noise' }[]>} */
const SOUNDS = {
  way: [{ from: 240, to: 200, long: 0.05, loud: 0.12, wave: 'sine' }],
  slide: [{ from: 180, to: 90, long: 0.16, loud: 0.16, wave: 'triangle' }],
  shot: [{ from: 900, to: 220, long: 0.14, loud: 0.14, wave: 'square' }],
  gift: [{ from: 520, to: 780, long: 0.12, loud: 0.14, wave: 'sine' }],
  burst: [{ from: 900, to: 300, long: 0.22, loud: 0.3, wave: 'noise' }],
  glow: [{ from: 660, to: 880, long: 0.16, loud: 0.12, wave: 'sine' }],
  loss: [
    { from: 700, to: 120, long: 0.4, loud: 0.4, wave: 'noise' },
    { from: 160, to: 60, long: 0.35, loud: 0.25, wave: 'sawtooth' },
  ],
  won: [523, 659, 784, 1047].map((from) => ({ from, to: from, long: 0.16, loud: 0.2, wave: /** @type {const} */ ('triangle') })),
  lost: [392, 330, 262].map((from) => ({ from, to: from, long: 0.24, loud: 0.18, wave: /** @type {const} */ ('triangle') })),
};

class Sounds {
  constructor() {
    this.on = false;
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** Turns them on or off. Browsers want a gesture before anything is heard, and this is called by one. @param {boolean} on */
  turn(on) {
    this.on = on;
    if (on) this.context ??= new AudioContext();
    if (on) void this.context?.resume();
  }

  /** What happens in these frames of a film. @param {Film} film @param {number} first @param {number} last */
  hear(film, first, last) {
    if (!this.on) return;
    /** @type {Sound[]} */
    const heard = [];
    for (const event of film.events) {
      if (event.frame < first || event.frame > last || event.cells.length === 0) continue;
      const { trace, mark } = film.kindOf(event);
      const sound = mark === 'loss' ? 'loss' : trace === 'none' ? null : trace;
      if (sound && !heard.includes(sound)) heard.push(sound);
    }
    heard.slice(0, MOST).forEach((sound, number) => this.play(sound, number * APART));
  }

  /** @param {Sound} sound @param {number} [later] in seconds */
  play(sound, later = 0) {
    const { context } = this;
    if (!this.on || !context) return;
    let at = context.currentTime + later;
    for (const note of SOUNDS[sound]) {
      const gain = context.createGain();
      gain.gain.setValueAtTime(note.loud, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + note.long);
      gain.connect(context.destination);
      const source = note.wave === 'noise' ? this.noise(context, note, at) : this.tone(context, note.wave, note, at);
      source.connect(gain);
      at += sound === 'won' || sound === 'lost' ? note.long : 0;
    }
  }

  /** @param {AudioContext} context @param {OscillatorType} wave @param {{ from: number, to: number, long: number }} note @param {number} at */
  tone(context, wave, note, at) {
    const tone = context.createOscillator();
    tone.type = wave;
    tone.frequency.setValueAtTime(note.from, at);
    tone.frequency.exponentialRampToValueAtTime(note.to, at + note.long);
    tone.start(at);
    tone.stop(at + note.long);
    return tone;
  }

  /** @param {AudioContext} context @param {{ from: number, to: number, long: number }} note @param {number} at */
  noise(context, note, at) {
    const length = Math.ceil(context.sampleRate * note.long);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let sample = 0; sample < length; sample++) samples[sample] = Math.random() * 2 - 1;
    const source = context.createBufferSource();
    source.buffer = buffer;
    const dull = context.createBiquadFilter();
    dull.type = 'lowpass';
    dull.frequency.setValueAtTime(note.from, at);
    dull.frequency.exponentialRampToValueAtTime(note.to, at + note.long);
    source.connect(dull);
    source.start(at);
    return dull;
  }
}

export const sounds = new Sounds();
