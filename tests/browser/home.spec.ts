import type { Locator, Page } from '@playwright/test';
import { readOut, shownText } from './display.ts';
import { expect, isSameDocument, markDocument, open, PATHS, test } from './fixtures.ts';
import { answerProfile, OTHER_PROFILE, recordGraphql } from './graphql-route.ts';
import { isSmooth, recordScroll, scrollRecord, scrollToPosition } from './movement.ts';

const TEAM = /^L['’]équipe$/;
const PHONE = { width: 390, height: 780 };

const burger = (page: Page) => page.getByRole('button', { name: /menu/i });
const drawer = (page: Page) => page.getByRole('dialog');

test('HOME-1: the identity header has the name as the only h1, a round avatar, the mode toggle and the navigation', async ({
  page,
}) => {
  await answerProfile(page);
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1, name: OTHER_PROFILE.name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activer le mode sombre' })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const avatar = page.locator('header img');
  await expect(avatar).toBeVisible();
  const shape = await avatar.evaluate((image: HTMLImageElement) => {
    const { width, height } = image.getBoundingClientRect();
    return {
      width,
      height,
      radius: getComputedStyle(image).borderTopLeftRadius,
      loaded: image.naturalWidth > 0,
    };
  });
  expect(shape.loaded).toBe(true);
  expect(Math.abs(shape.width - shape.height)).toBeLessThan(1);
  const radius = Number.parseFloat(shape.radius);
  expect(shape.radius.endsWith('%') ? radius >= 50 : radius >= shape.width / 2).toBe(true);
});

test('HOME-1: on the other pages the h1 is the page’s own title, not the name', async ({ page }) => {
  await answerProfile(page);
  for (const path of PATHS.filter((each) => each !== '/')) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(OTHER_PROFILE.name);
  }
});

test.describe('on a small screen', () => {
  test.use({ viewport: PHONE });

  test('HOME-2: the burger opens a drawer on the right with exactly the two links', async ({ page }) => {
    await open(page, '/');
    await expect(drawer(page)).toBeHidden();
    await burger(page).click();
    await expect(drawer(page)).toBeVisible();
    await expect(drawer(page).getByRole('link')).toHaveCount(2);
    await expect(drawer(page).getByRole('link', { name: 'Nous contacter' })).toHaveAttribute(
      'href',
      '/contact',
    );
    await expect(drawer(page).getByRole('link', { name: TEAM })).toHaveAttribute('href', '/about');
    await expect
      .poll(async () => {
        const box = await drawer(page).boundingBox();
        return (
          box && box.x > 0 && Math.round(box.x + box.width) === PHONE.width && box.height >= PHONE.height - 1
        );
      })
      .toBe(true);
  });

  for (const [name, path] of [
    [/^Nous contacter$/, '/contact'],
    [TEAM, '/about'],
  ] as const) {
    test(`HOME-2, HOME-6: the drawer closes on navigating to ${path}, without reload`, async ({ page }) => {
      await open(page, '/');
      await markDocument(page);
      await burger(page).click();
      await drawer(page).getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(drawer(page)).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await isSameDocument(page)).toBe(true);
    });
  }

  const WAYS_OUT: { name: string; leave: (page: Page) => Promise<void> }[] = [
    { name: 'Escape', leave: (page) => page.keyboard.press('Escape') },
    { name: 'the backdrop', leave: (page) => page.mouse.click(8, PHONE.height / 2) },
    {
      name: 'its close button',
      leave: (page) =>
        drawer(page)
          .getByRole('button', { name: /fermer/i })
          .click(),
    },
  ];

  for (const { name, leave } of WAYS_OUT) {
    test(`HOME-2: the drawer closes with ${name} and gives the focus back`, async ({ page }) => {
      await open(page, '/');
      await burger(page).focus();
      await page.keyboard.press('Enter');
      await expect(drawer(page)).toBeVisible();
      await leave(page);
      await expect(drawer(page)).toBeHidden();
      await expect(burger(page)).toBeFocused();
    });
  }

  test('HOME-2: the focus stays inside the open drawer and the rest of the page is out of reach', async ({
    page,
  }) => {
    await open(page, '/');
    await burger(page).click();
    await expect(drawer(page)).toBeVisible();
    for (const key of [
      'Tab',
      'Tab',
      'Tab',
      'Tab',
      'Tab',
      'Tab',
      'Shift+Tab',
      'Shift+Tab',
      'Shift+Tab',
      'Shift+Tab',
    ]) {
      await page.keyboard.press(key);
      const outside = await page.evaluate(() => {
        const { activeElement } = document;
        return (
          activeElement !== document.body &&
          !document.querySelector('dialog[open], [role=dialog]')?.contains(activeElement)
        );
      });
      expect(outside, key).toBe(false);
    }
    expect((await readOut(page)).some((line) => line.startsWith('contentinfo'))).toBe(false);
  });

  test('HOME-2, HOME-3: below 600 px a burger and no links in the header, from 600 px the links and no burger', async ({
    page,
  }) => {
    await open(page, '/');
    for (const [width, small] of [
      [320, true],
      [599, true],
      [600, false],
      [1280, false],
    ] as const) {
      await page.setViewportSize({ width, height: 780 });
      await expect(burger(page)).toBeVisible({ visible: small });
      await expect(page.getByRole('link', { name: 'Nous contacter' }).first()).toBeVisible({
        visible: !small,
      });
      await expect(page.getByRole('link', { name: TEAM }).first()).toBeVisible({ visible: !small });
    }
  });
});

test('HOME-3: from 600 px a horizontal navigation with the two links stays in sight while scrolling', async ({
  page,
}) => {
  for (const width of [600, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await open(page, '/');
    const links = await headerLinks(page);
    await expect(links.contact).toHaveAttribute('href', '/contact');
    await expect(links.team).toHaveAttribute('href', '/about');
    for (const top of [0, 900]) {
      await scrollToPosition(page, top);
      await expect(links.contact).toBeInViewport({ ratio: 1 });
      await expect(links.team).toBeInViewport({ ratio: 1 });
      const [contact, team] = [await links.contact.boundingBox(), await links.team.boundingBox()];
      expect(Math.abs((contact?.y ?? 0) - (team?.y ?? 99))).toBeLessThan(4);
      expect(contact?.y).toBeLessThan(120);
    }
  }
});

async function headerLinks(page: Page): Promise<{ contact: Locator; team: Locator }> {
  const navigation = page
    .getByRole('navigation')
    .filter({ has: page.getByRole('link', { name: 'Nous contacter' }) });
  await expect(navigation).toHaveCount(1);
  await expect(navigation.getByRole('link')).toHaveCount(2);
  return {
    contact: navigation.getByRole('link', { name: 'Nous contacter' }),
    team: navigation.getByRole('link', { name: TEAM }),
  };
}

declare global {
  interface Window {
    typed?: string[];
  }
}

/** Records the part of the job title that each frame shows, wherever it stands. Call before `goto`. */
async function recordTyping(page: Page, title: string): Promise<void> {
  await page.addInitScript((whole) => {
    const seen: string[] = [];
    window.typed = seen;
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width <= 4 ||
        height <= 4 ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    const isInsideHidden = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (isHidden(element) || isInsideHidden(element.parentElement));
    const shownText = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
      return node instanceof HTMLElement && !isHidden(node)
        ? [...node.childNodes].map(shownText).join('')
        : '';
    };
    const look = () => {
      const parts = [...document.querySelectorAll('header *, main *')]
        .filter(
          (element) => element.textContent.trim().startsWith(whole.slice(0, 9)) && !isInsideHidden(element),
        )
        .map((element) => shownText(element).trim())
        .filter((text) => text !== '' && whole.startsWith(text));
      const longest = parts.sort((one, other) => other.length - one.length)[0];
      if (longest !== undefined && seen.at(-1) !== longest) seen.push(longest);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, title);
}

/** Intervals count drawn frames and not time, so that a busy machine skips none of their steps. Call before `goto`. */
async function countIntervalsInFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const afterFrames = (frames: number, go: () => void): void => {
      if (frames === 0) go();
      else requestAnimationFrame(() => afterFrames(frames - 1, go));
    };
    const everyThirdFrame = (handler: () => void) =>
      afterFrames(3, () => {
        handler();
        everyThirdFrame(handler);
      });
    Object.assign(window, { setInterval: everyThirdFrame });
  });
}

test('HOME-4: from 600 px the job title appears letter by letter', async ({ page }) => {
  await answerProfile(page);
  await countIntervalsInFrames(page);
  await recordTyping(page, OTHER_PROFILE.metier);
  await page.setViewportSize({ width: 600, height: 800 });
  await open(page, '/');
  await expect.poll(() => page.evaluate(() => window.typed?.at(-1))).toBe(OTHER_PROFILE.metier);
  const typed = (await page.evaluate(() => window.typed)) ?? [];
  const prefixes = [...OTHER_PROFILE.metier].map((_letter, index) =>
    OTHER_PROFILE.metier.slice(0, index + 1),
  );
  expect(typed).toEqual(prefixes.filter((text) => text === text.trim()));
});

for (const { name, width, reducedMotion } of [
  { name: 'below 600 px', width: 599, reducedMotion: 'no-preference' },
  { name: 'with reduced motion', width: 1280, reducedMotion: 'reduce' },
] as const) {
  test(`HOME-4: the job title is plain ${name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await answerProfile(page);
    await recordTyping(page, OTHER_PROFILE.metier);
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/');
    await page.waitForTimeout(700);
    expect(await page.evaluate(() => window.typed)).toEqual([OTHER_PROFILE.metier]);
  });
}

test('HOME-4: assistive technology reads the job title once, whole, at every moment', async ({ page }) => {
  await answerProfile(page);
  await open(page, '/');
  for (let look = 0; look < 4; look += 1) {
    const lines = (await readOut(page)).filter(
      (line) => line.startsWith('StaticText') || line.startsWith('paragraph'),
    );
    const texts = lines.map((line) => line.replace(/^\w+: /, ''));
    const pieces = texts.filter((text) => text !== '' && OTHER_PROFILE.metier.startsWith(text.trim()));
    expect([...new Set(pieces)]).toEqual([OTHER_PROFILE.metier]);
    expect(texts.filter((text) => text === OTHER_PROFILE.metier).length).toBe(1);
  }
});

const HOSTILE =
  '<p>Bonjour <strong>à vous</strong><script>window.caught="script"</script>' +
  '<img src="/x" onerror="window.caught=\'onerror\'"><a href="javascript:window.caught=\'link\'">ici</a>' +
  '<svg onload="window.caught=\'svg\'"></svg><style>body{display:none}</style>' +
  '<iframe srcdoc="<script>parent.caught=1</script>"></iframe><form action="https://ailleurs.exemple"><button>Piège</button></form></p>';

async function expectSafe(page: Page): Promise<void> {
  const text = page.getByText('Bonjour');
  await expect(text.first()).toBeVisible();
  await expect(page.locator('strong', { hasText: 'à vous' })).toBeVisible();
  expect(await page.evaluate(() => 'caught' in window)).toBe(false);
  await expect(
    page.locator('a[href^="javascript"], [onerror], [onload], iframe, form, main script, main style'),
  ).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Piège' })).toHaveCount(0);
}

test('HOME-5: the browser makes a hostile presentation safe and keeps its formatting, also after moving about', async ({
  page,
  noise,
}) => {
  // Chromium says so even for the handlers that its own sanitiser takes away.
  noise.expect(/^console\.error: Executing inline event handler violates .* Content Security Policy/);
  await answerProfile(page, { ...OTHER_PROFILE, presentation: HOSTILE });
  await open(page, '/');
  await expectSafe(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click();
  await expect(page).toHaveURL('/legal-mention');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accueil', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expectSafe(page);
});

async function servicesHeading(page: Page): Promise<Locator> {
  const heading = page.getByRole('heading', { name: 'Nos services' });
  await expect(heading).toBeVisible();
  return heading;
}

test('HOME-6: ‘Voir nos services’ scrolls smoothly to the section', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  await open(page, '/');
  const heading = await servicesHeading(page);
  await expect(heading).not.toBeInViewport();
  await recordScroll(page);
  await page
    .getByRole('link', { name: 'Voir nos services' })
    .or(page.getByRole('button', { name: 'Voir nos services' }))
    .click();
  await expect(heading).toBeInViewport();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(250);
  await page.waitForTimeout(300);
  const positions = await scrollRecord(page);
  expect(isSmooth(positions), positions.join(', ')).toBe(true);
  await expect(page).toHaveURL(/\/(#.*)?$/);
});

test('HOME-6: when the section is missing, the console warns ‘Section non trouvée’', async ({
  page,
  noise,
}) => {
  noise.expect(/^console\.warning: Section non trouvée$/);
  await open(page, '/');
  await (await servicesHeading(page)).evaluate((heading) => heading.closest('section')?.remove());
  await page
    .getByRole('link', { name: 'Voir nos services' })
    .or(page.getByRole('button', { name: 'Voir nos services' }))
    .click();
  await expect.poll(() => noise.heard()).toEqual(['console.warning: Section non trouvée']);
  await expect(page).toHaveURL(/\/(#.*)?$/);
});

test('HOME-7: ‘Nos services’ holds one time-and-materials card and a carousel of five fixed-price cards', async ({
  page,
}) => {
  await open(page, '/');
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Nos services' }) });
  await expect(section.getByText('Prestation en régie')).toHaveCount(1);
  await expect(section.getByText('Prestation en régie')).toBeVisible();
  await expect(section.getByText('Prestation au forfait', { exact: true })).toHaveCount(5);
  await expect(
    section.getByText('Prestation au forfait', { exact: true }).filter({ visible: true }),
  ).toHaveCount(1);
});

test('HOME-9: after the introduction come the three pillars', async ({ page }) => {
  await open(page, '/');
  const main = await shownText(page.getByRole('main'));
  for (const pillar of [/écoute/i, /réactivité/i, /fiabilité/i]) expect(main).toMatch(pillar);
  for (const pillar of ['Écoute', 'Réactivité', 'Fiabilité']) {
    await expect(page.getByText(pillar, { exact: true }).first()).toBeVisible();
  }
  expect(main.search(/réactivité/i)).toBeLessThan(main.indexOf('Nos services'));
});

test('HOME-10: projects and TechStacks are asked for and never displayed', async ({
  page,
  request,
  site,
}) => {
  await answerProfile(page);
  const sent = recordGraphql(page);
  await open(page, '/');
  const query = (sent[0]?.query ?? '').replace(/\s+/g, ' ');
  expect(query).toMatch(/projects ?\{[^}]*\bname\b[^}]*\bUrlInProd\b[^}]*\bfonctionalites\b/);
  expect(query).toMatch(/TechStacks ?\{[^}]*\btechnoFront\b[^}]*\btechnoServicesTools\b/);
  for (const path of PATHS) {
    await open(page, path);
    expect(await page.locator('body').innerHTML(), path).not.toMatch(/jamais[- ]?montr/i);
  }
  const answer = await request.post(`${site.url}/graphql`, { data: sent[0] });
  const { projects, TechStacks } = (await answer.json()).data.getAdminPublicProfil;
  expect(projects.length).toBeGreaterThan(0);
  expect(TechStacks.length).toBeGreaterThan(0);
  const html = await (await request.get(`${site.url}/`)).text();
  for (const project of projects) expect(html).not.toContain(project.description);
});
