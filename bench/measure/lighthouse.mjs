import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { systemBrowser } from '../../scripts/setup/browser.mjs';

const CHROME = process.env.CHROME_PATH ?? systemBrowser();
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** On a loaded machine Lighthouse sometimes misses the beginning of its own trace; that says nothing of the page. */
const ATTEMPTS = 3;

/**
 * One visit by Lighthouse, in a browser of its own with an empty profile.
 * @param {string} url on this machine
 * @param {{ form: 'mobile' | 'desktop', throttling: 'simulate' | 'devtools' }} conditions `simulate` computes a slow
 *   network after an unthrottled visit and does not see timers; `devtools` slows network and processor for real
 * @returns {Promise<object>} Lighthouse's result
 * @throws Error when Lighthouse fails three times
 */
export async function visit(url, conditions) {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`only this machine: ${url}`);
  let lhr;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    lhr = await attemptVisit(url, conditions);
    if (!lhr.runtimeError) return lhr;
  }
  throw new Error(`${url}: ${lhr.runtimeError.code}`);
}

async function attemptVisit(url, { form, throttling }) {
  const chrome = await launch({ chromePath: CHROME, chromeFlags: FLAGS, logLevel: 'silent' });
  try {
    const settings = {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: CATEGORIES,
      throttlingMethod: throttling,
    };
    const { lhr } = await lighthouse(url, settings, form === 'desktop' ? desktopConfig : undefined);
    return lhr;
  } finally {
    chrome.kill();
  }
}
