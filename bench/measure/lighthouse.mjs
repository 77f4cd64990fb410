import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

const CHROME = process.env.CHROME_PATH ?? '/usr/bin/chromium';
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * One visit by Lighthouse, in a browser of its own with an empty profile.
 * @param {string} url on this machine
 * @param {{ form: 'mobile' | 'desktop', throttling: 'simulate' | 'devtools' }} options `simulate` computes a slow network
 *   after an unthrottled visit and does not see timers; `devtools` slows network and processor for real
 * @returns {Promise<object>} Lighthouse's result
 */
export async function visit(url, { form, throttling }) {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`only this machine: ${url}`);
  const chrome = await launch({ chromePath: CHROME, chromeFlags: FLAGS, logLevel: 'silent' });
  try {
    const settings = {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: CATEGORIES,
      throttlingMethod: throttling,
    };
    const { lhr } = await lighthouse(url, settings, form === 'desktop' ? desktopConfig : undefined);
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.code} ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    chrome.kill();
  }
}
