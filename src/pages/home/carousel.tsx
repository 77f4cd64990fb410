import { type KeyboardEvent, type ReactNode, type Touch, type TouchEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../theme/icons.tsx';
import { IconButton } from '../../ui/buttons.tsx';
import { carouselLabels as labels } from '../../words/labels.ts';
import { useEntryState } from '../entry-state.ts';
import { useScrolled } from '../scroll.ts';
import styles from './carousel.module.css';

interface CarouselProps {
  className: string | undefined;
  label: string;
  /** The id is also the fragment by which a link names a slide. */
  slides: readonly { id: string; tab: string; shortPrice: string; content: ReactNode }[];
}

const arrowSteps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Shows a tabbed carousel by the WAI-ARIA pattern (CAR-1 to CAR-4). Nothing moves by itself; one slide is shown and the others
 * are hidden from everyone. Arrow keys work while the focus is inside, and a click moves it there. A swipe changes the slide; on
 * the row of names it scrolls them.
 */
export function Carousel({ className, label, slides }: CarouselProps) {
  const indexOf = (wanted: string) => slides.findIndex(({ id }) => id === wanted);
  const [shown, show] = useEntryState('slide', '', () => {
    const named = location.hash.slice(1);
    return indexOf(named) < 0 ? undefined : named;
  });
  // A history entry of an older release may name a slide that no longer exists, so the first one is shown.
  const active = Math.max(0, indexOf(shown));
  const touch = useRef<{ x: number; y: number; last: Touch } | null>(null);
  const tabsElement = useRef<HTMLDivElement>(null);
  const slidesElement = useRef<HTMLDivElement>(null);
  // On a page enlarged by two fingers, one finger moves the page. Browsers round the scale, hence 1.01.
  const zoomedIn = useScrolled(() => Number(visualViewport?.scale) > 1.01);
  const isMany = slides.length > 1;
  const go = (step: number) => show(slides.at((active + step) % slides.length)?.id ?? '');

  useEffect(() => {
    const tab = tabsElement.current?.children[active];
    // `scrollIntoView` would scroll the page as well.
    if (tab instanceof HTMLElement)
      tabsElement.current?.scrollTo(
        tab.offsetLeft - (tabsElement.current.clientWidth - tab.offsetWidth) / 2,
        0,
      );
  }, [active]);

  function onKeyDown(event: KeyboardEvent) {
    const step = arrowSteps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const target = event.target as Node;
    flushSync(() => go(step));
    if (tabsElement.current?.contains(target))
      tabsElement.current.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    // The slide that held the focus is hidden now, so a link of the shown slide gets it.
    if (slidesElement.current?.contains(target))
      slidesElement.current.querySelector<HTMLElement>(':scope > :not([hidden]) a')?.focus();
  }

  function onTouchStart({ touches }: TouchEvent) {
    const first = touches[0];
    touch.current =
      first && touches.length === 1 && !zoomedIn ? { x: first.clientX, y: first.clientY, last: first } : null;
  }

  function onTouchMove({ touches }: TouchEvent) {
    const { current } = touch;
    const finger = touches[0];
    if (!current || !finger) return;
    // A second finger enlarges the page and a vertical movement scrolls it; the touch is then no swipe.
    if (touches.length > 1 || isScroll(finger.clientX - current.x, finger.clientY - current.y))
      touch.current = null;
    else current.last = finger;
  }

  function onTouchEnd({ touches }: TouchEvent) {
    const start = touches.length === 0 ? touch.current : null;
    touch.current = null;
    if (start) go(swipeStep(start.last.clientX - start.x, start.last.clientY - start.y));
  }

  return (
    <section
      className={`${styles.carousel} ${className}`}
      data-zoomed-in={zoomedIn}
      aria-roledescription={labels.roleDescription}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {isMany && (
        <div className={styles.controls} data-pressed>
          <IconButton aria-label={labels.previous} onClick={() => go(-1)}>
            <Icon name="arrowLeft" />
          </IconButton>
          <IconButton aria-label={labels.next} onClick={() => go(1)}>
            <Icon name="arrowRight" />
          </IconButton>
        </div>
      )}
      {isMany && (
        <div ref={tabsElement} className={styles.tabs} role="tablist" aria-label={labels.tabs} data-pressed>
          {slides.map(({ id, tab, shortPrice }, index) => (
            <button
              key={id}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={index === active}
              aria-controls={id}
              tabIndex={index === active ? 0 : -1}
              onClick={() => show(id)}
            >
              {`${tab} `}
              <span className={styles.tabPrice}>{shortPrice}</span>
            </button>
          ))}
        </div>
      )}
      <div
        ref={slidesElement}
        className={styles.slides}
        aria-live="polite"
        onTouchStart={onTouchStart}
        onTouchMove={onTouchMove}
        onTouchEnd={onTouchEnd}
      >
        {slides.map(({ id, tab, content }, index) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it, but the rule does not read a condition.
          <div
            key={id}
            role={isMany ? 'tabpanel' : 'group'}
            id={id}
            aria-roledescription={labels.slideRoleDescription}
            aria-label={labels.position(index, slides.length, tab)}
            hidden={index !== active}
            className={styles.slide}
          >
            {content}
          </div>
        ))}
      </div>
    </section>
  );
}

/** A shorter movement, in CSS pixels, is no swipe (specification, section 9). */
const SWIPE_THRESHOLD_PX = 40;

/**
 * Reads a swipe: 1 for the next slide (finger to the left), -1 for the previous, 0 for none. A rather vertical movement scrolls
 * and is none.
 */
function swipeStep(deltaX: number, deltaY: number): -1 | 0 | 1 {
  if (Math.abs(deltaX) <= SWIPE_THRESHOLD_PX || Math.abs(deltaX) <= Math.abs(deltaY)) return 0;
  return deltaX < 0 ? 1 : -1;
}

/** Browsers begin to scroll after about 15 px. */
const SCROLL_AFTER_PX = 15;

function isScroll(deltaX: number, deltaY: number): boolean {
  return Math.abs(deltaY) > SCROLL_AFTER_PX && Math.abs(deltaY) > Math.abs(deltaX);
}
