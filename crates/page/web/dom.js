// Small helpers for making and finding elements.

import { emblemOf, tintOf } from './brush.js';

/** The element with this id, which the page has. @template {HTMLElement} T @param {string} id @param {new () => T} type @returns {T} */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * A new element. @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} [className] @param {(Node | string)[]} children @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className = '', ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** The emblem of a side in its colour. @param {number} side */
export function chip(side) {
  const picture = svg('svg', { viewBox: '0 0 16 16', class: 'chip', 'aria-hidden': 'true' });
  const shape = svg('path', { d: emblemOf(side) || 'M3 3l10 10M13 3L3 13' });
  shape.style.fill = tintOf(side).main;
  picture.append(shape);
  return picture;
}

/** @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Record<string, string | number>} attributes @returns {SVGElementTagNameMap[K]} */
export function svg(tag, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
