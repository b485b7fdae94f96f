// The skins by the names of their games. Adding a game means adding a line.

import { breachSkin } from './breach.js';
import { deepblueSkin } from './deepblue.js';
import { fc18Skin } from './fc18.js';
import { goblinsSkin } from './goblins.js';

/** @type {Record<string, import('../brush.js').Skin>} */
export const SKINS = {
  breach: breachSkin,
  goblins: goblinsSkin,
  deepblue: deepblueSkin,
  fc18: fc18Skin,
};
