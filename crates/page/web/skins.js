// The skins by the names of their games. A skin is a file in `skins/` that enters itself here; a page has that of its own game.

/** @type {Record<string, import('./brush.js').Skin>} */
export const SKINS = {};
