// Sentences about events and pieces, in the language of the page.

import { NONE } from './film.js';
import { say, spoken, told } from './words.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').FilmEvent} FilmEvent */

/** A piece of a sentence: plain text, or a name with the side it belongs to. */
/** @typedef {{ text: string, side: number }} Part */

/** @param {Film} film @param {number} cell */
export function cellName(film, cell) {
  const row = Math.floor(cell / film.cast.cols);
  const col = cell % film.cast.cols;
  return `(${row}, ${col})`;
}

/** @param {Film} film @param {number} side */
export function sideName(film, side) {
  const name = film.cast.sides[side];
  return name ? told(name) : say('nobody');
}

/** @param {Film} film @param {number} piece */
export function pieceName(film, piece) {
  if (piece < 0 || piece >= film.pieces) return '?';
  const kind = told(film.cast.kinds[film.pieceKind[piece]].name);
  return spoken() === 'zh' ? `${kind}${film.pieceId[piece]}` : `${kind} ${film.pieceId[piece]}`;
}

/** Whose a piece is when an event happens to it. @param {Film} film @param {number} frame @param {number} piece */
export function sideAt(film, frame, piece) {
  for (const at of [frame - 1, frame]) {
    const row = at >= 0 && piece >= 0 ? film.row(at, piece) : -1;
    if (row >= 0) return film.rowSide[row];
  }
  return -1;
}

/** @param {Film} film @param {FilmEvent} event @returns {Part[]} */
export function sentence(film, event) {
  /** @type {Part[]} */
  const parts = [];
  const template = told(film.kindOf(event).text);
  let at = 0;
  for (const slot of template.matchAll(/\{(\d)([a-z])\}/g)) {
    parts.push({ text: template.slice(at, slot.index), side: -1 });
    parts.push(named(film, event.frame, slot[2], event.args[Number(slot[1])]));
    at = slot.index + slot[0].length;
  }
  parts.push({ text: template.slice(at), side: -1 });
  return parts.filter((part) => part.text !== '');
}

/** @param {Film} film @param {number} frame @param {string} form @param {number} value @returns {Part} */
function named(film, frame, form, value) {
  switch (form) {
    case 'p':
      return { text: pieceName(film, value), side: sideAt(film, frame, value) };
    case 's':
      return { text: sideName(film, value), side: value };
    case 'c':
      return { text: cellName(film, value), side: -1 };
    case 'k':
      return { text: told(film.cast.kinds[value].name), side: -1 };
    case 't':
      return { text: told(film.cast.terrains[value].name), side: -1 };
    case 'w':
      return { text: value === NONE ? '' : told(film.cast.words[value]), side: -1 };
    default:
      return { text: String(value), side: -1 };
  }
}

/** The sentence as plain text. @param {Film} film @param {FilmEvent} event */
export function plainSentence(film, event) {
  return sentence(film, event)
    .map((part) => part.text)
    .join('');
}

/** The event that says how a match ended, if it did. @param {Film} film */
export function verdictOf(film) {
  return film.eventsOf(film.frames - 1).findLast((event) => film.kindOf(event).mark === 'decision');
}

/** What a frame is called. @param {Film} film @param {number} frame */
export function stampOf(film, frame) {
  return told(film.cast.stamp)
    .replace('{a}', String(film.stampA[frame]))
    .replace('{b}', String(film.stampB[frame]));
}
