// What the page itself says, in its two languages. Everything about a game comes from the server.

/** @type {Record<string, { en: string, zh: string }>} */
const WORDS = {
  speed: { en: 'Speed', zh: '速度' },
  at_once: { en: 'at once', zh: '立即' },
  zoom_in: { en: 'Zoom in', zh: '放大' },
  zoom_out: { en: 'Zoom out', zh: '缩小' },
  language: { en: '中文', zh: 'English' },
  theme: { en: 'Light or dark', zh: '浅色或深色' },
  skip: { en: 'Skip', zh: '跳过' },
  board: {
    en: 'Board. Arrow keys move the cursor, Enter chooses or does what is shown, Tab goes to the next unit, Escape puts down; Escape and then Tab leaves the board.',
    zh: '棋盘。方向键移动光标，回车选取或执行，Tab 到下一个单位，Esc 取消；按 Esc 后再按 Tab 离开棋盘。',
  },
  actions: { en: 'What can be done now', zh: '当前可用操作' },
  tools: { en: 'More', zh: '更多' },
  described: { en: 'The board in words', zh: '棋盘文字描述' },
  log: { en: 'What happened', zh: '战报' },
  picture: { en: 'The map', zh: '地图' },
  play: { en: 'Play', zh: '开始' },
  go_on: { en: 'Go on', zh: '继续' },
  anew: { en: 'Start over', zh: '重新开始' },
  anew_again: { en: 'Give the game up and start over?', zh: '放弃进行中的对局，重新开始？' },
  close: { en: 'Close', zh: '关闭' },
  seats: { en: 'At the table', zh: '同桌' },
  seat: { en: 'Seat', zh: '座位' },
  you: { en: 'you', zh: '你' },
  person: { en: 'a person', zh: '玩家' },
  away: { en: 'away', zh: '不在' },
  awaited: { en: 'to play', zh: '行动中' },
  link: { en: 'Link', zh: '链接' },
  watch_link: { en: 'To watch', zh: '观战' },
  copy: { en: 'Copy', zh: '复制' },
  copied: { en: 'Copied', zh: '已复制' },
  stand_in: { en: 'Let a bot play here…', zh: '让 AI 代为行动…' },
  give_back: { en: 'Let the person play again', zh: '交还给玩家' },
  take_seat: { en: 'Play here again', zh: '由我继续' },
  waiting: { en: 'waiting for orders', zh: '个单位等待命令' },
  lost: {
    en: 'The program has ended or cannot be reached; the game is saved. Start it again, or wait: this page tries again.',
    zh: '程序已结束或无法连接，对局已保存。请重新启动程序；页面会自动重试。',
  },
};

let language = /** @type {'en' | 'zh'} */ ('en');

/** @param {string} lang */
export function speakLanguage(lang) {
  language = lang === 'zh' ? 'zh' : 'en';
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  for (const element of document.querySelectorAll('[data-say]')) {
    element.textContent = word(/** @type {HTMLElement} */ (element).dataset.say ?? '');
  }
  for (const element of document.querySelectorAll('[data-label]')) {
    const label = word(/** @type {HTMLElement} */ (element).dataset.label ?? '');
    element.setAttribute('aria-label', label);
    if (element instanceof HTMLButtonElement) element.title = label;
  }
}

export function languageNow() {
  return language;
}

/** @param {string} key */
export function word(key) {
  return WORDS[key]?.[language] ?? key;
}
