// What the page itself says, in its two languages.

/** @typedef {'en' | 'zh'} Language */
/** @typedef {{ en: string, zh: string }} Text */

/** @type {Record<string, Text>} */
const WORDS = {
  language: { en: 'Switch to Chinese', zh: '切换到英文' },
  theme: { en: 'Light or dark', zh: '浅色或深色' },
  help: { en: 'Help', zh: '帮助' },
  help_text: {
    en: 'You watch a match that has been played. Drag the board to move it, use the wheel or two fingers to zoom, click a unit to see its figures. Click an event, a mark or a chart to go to its turn.',
    zh: '这里回放一场已结束的对局。拖动棋盘可平移，滚轮或双指可缩放，点击单位查看数据。点击事件、标记或图表可跳到相应回合。',
  },
  close: { en: 'Close', zh: '关闭' },
  legend: { en: 'What you see', zh: '图例' },
  board: { en: 'Board', zh: '棋盘' },
  board_hint: {
    en: 'Board. W, A, S, D move it, plus and minus zoom, comma and full stop go from unit to unit.',
    zh: '棋盘。W、A、S、D 平移，加减号缩放，逗号与句号逐个选择单位。',
  },
  follow: { en: 'Camera: follow what happens', zh: '镜头跟随战况' },
  minimap: { en: 'The whole board; click to go there', zh: '全图，点击可前往' },
  copy_link: { en: 'Copy a link to this turn', zh: '复制指向此回合的链接' },
  copied: { en: 'The link is copied.', zh: '链接已复制。' },
  not_copied: { en: 'The browser does not let this page copy; the link is in the address bar.', zh: '浏览器不允许复制，链接在地址栏中。' },
  save_picture: { en: 'Save the board as a picture (PNG)', zh: '保存棋盘图片（PNG）' },
  save_animation: { en: 'Save turns as an animation (GIF)', zh: '保存动画（GIF）' },
  animation_text: {
    en: 'The board as it is shown now, turn by turn. Of very many turns only some are taken.',
    zh: '按当前显示的棋盘逐回合生成。回合过多时只取其中一部分。',
  },
  from_turn: { en: 'From turn', zh: '从第几回合' },
  to_turn: { en: 'to turn', zh: '到第几回合' },
  save: { en: 'Save', zh: '保存' },
  progress: { en: 'Progress', zh: '进度' },
  why: { en: 'Where the points come from', zh: '得分来源' },
  key: { en: 'key moments', zh: '关键时刻' },
  gallery: { en: 'Replays', zh: '回放' },
  matches: { en: 'matches', zh: '场对局' },
  search: { en: 'Player, map or game', zh: '玩家、地图或游戏' },
  no_match: { en: 'No match is like that.', zh: '没有符合的对局。' },
  won: { en: 'won', zh: '获胜' },
  of_played: { en: 'of', zh: '/' },
  zoom_in: { en: 'Zoom in', zh: '放大' },
  zoom_out: { en: 'Zoom out', zh: '缩小' },
  zoom_fit: { en: 'Show the whole board', zh: '显示整个棋盘' },
  transport: { en: 'Playback', zh: '播放' },
  play: { en: 'Play', zh: '播放' },
  pause: { en: 'Pause', zh: '暂停' },
  first: { en: 'To the start', zh: '回到开头' },
  back: { en: 'One step back', zh: '后退一步' },
  forward: { en: 'One step forward', zh: '前进一步' },
  last: { en: 'To the end', zh: '到结尾' },
  ten_back: { en: 'Ten steps back', zh: '后退十步' },
  ten_forward: { en: 'Ten steps forward', zh: '前进十步' },
  mark_back: { en: 'Previous key moment', zh: '上一个关键时刻' },
  mark_forward: { en: 'Next key moment', zh: '下一个关键时刻' },
  speed: { en: 'Speed', zh: '速度' },
  faster: { en: 'Faster', zh: '加快' },
  slower: { en: 'Slower', zh: '减慢' },
  fog: { en: 'Seen by', zh: '视角' },
  everybody: { en: 'everything', zh: '全部' },
  scrub: { en: 'Position in the match', zh: '对局进度' },
  players: { en: 'Players', zh: '玩家' },
  gone: { en: 'not on the board now', zh: '此时不在棋盘上' },
  unknown: { en: 'unknown to this side', zh: '该方未知' },
  bots: { en: 'Orders, clocks and notes', zh: '命令、用时与备注' },
  charts: { en: 'Over time', zh: '走势' },
  events: { en: 'Events', zh: '事件' },
  show: { en: 'Show', zh: '显示' },
  key_events: { en: 'key moments', zh: '关键时刻' },
  news: { en: 'what matters', zh: '重要事件' },
  everything: { en: 'everything', zh: '全部' },
  no_events: { en: 'Nothing of this sort happens in this match.', zh: '本局没有此类事件。' },
  earlier: { en: 'earlier', zh: '更早' },
  later: { en: 'later', zh: '更晚' },
  nobody: { en: 'nobody', zh: '无' },
  health: { en: 'health', zh: '生命' },
  level: { en: 'level', zh: '等级' },
  cell: { en: 'at', zh: '位置' },
  ground: { en: 'ground', zh: '地形' },
  land_of: { en: 'land of', zh: '领地' },
  disputed: { en: 'disputed', zh: '过渡区域' },
  orders: { en: 'orders', zh: '命令' },
  accepted: { en: 'accepted', zh: '有效' },
  refused: { en: 'refused', zh: '无效' },
  cpu: { en: 'CPU', zh: 'CPU' },
  cpu_total: { en: 'so far', zh: '累计' },
  note: { en: 'note', zh: '备注' },
  unfinished: { en: 'The match did not end.', zh: '对局未结束。' },
  place: { en: 'place', zh: '名次' },
  battle: { en: 'battles', zh: '战斗' },
  loss: { en: 'losses', zh: '损失' },
  capture: { en: 'captures', zh: '占领' },
  decision: { en: 'eliminations', zh: '出局与终局' },
  fog_cycle: { en: 'Whose eyes', zh: '切换视角' },
  pan: { en: 'Move the board', zh: '平移棋盘' },
  units_cycle: { en: 'Previous or next unit', zh: '上一个/下一个单位' },
  zoom: { en: 'Zoom', zh: '缩放' },
  broken: { en: 'This page cannot be shown: ', zh: '无法显示此页：' },
};

/** @type {{ language: Language }} */
const speech = { language: 'en' };

/** Adds what another page says besides, or otherwise. @param {Record<string, Text>} words */
export function addWords(words) {
  Object.assign(WORDS, words);
}

/** @param {Language} language */
export function speak(language) {
  speech.language = language;
}

/** @returns {Language} */
export function spoken() {
  return speech.language;
}

/** @param {string} key */
export function say(key) {
  const word = WORDS[key];
  return word ? word[speech.language] : key;
}

/** Writes the texts and labels of the page itself, in its language. */
export function relabelWords() {
  document.documentElement.lang = spoken() === 'zh' ? 'zh-CN' : 'en';
  for (const element of document.querySelectorAll('[data-say]')) {
    if (element instanceof HTMLElement) element.textContent = say(element.dataset.say ?? '');
  }
  for (const element of document.querySelectorAll('[data-label]')) {
    if (!(element instanceof HTMLElement)) continue;
    element.setAttribute('aria-label', say(element.dataset.label ?? ''));
    if (element instanceof HTMLButtonElement) element.title = say(element.dataset.label ?? '');
  }
  const language = document.getElementById('language');
  if (language) language.textContent = spoken() === 'zh' ? 'English' : '中文';
}

/** Changes between the light and the dark page. */
export function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

/** @param {Text} text */
export function told(text) {
  return text[speech.language];
}
