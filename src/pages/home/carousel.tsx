import { type KeyboardEvent, type ReactNode, type Touch, type TouchEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { carouselLabels as labels } from '../../content/labels.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '../../theme/icons.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './carousel.module.css';
import { isScroll, swipeStep, wrapIndex } from './carousel-index.ts';
import { useZoomedIn } from './use-zoomed-in.ts';

interface CarouselProps {
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
}

const arrowSteps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Shows a carousel by the WAI-ARIA pattern (CAR-1 to CAR-3). Nothing moves by itself; one slide is shown, the others are hidden
 * from everyone. Arrow keys work while the focus is inside; a click moves it there. Swipes work anywhere on the carousel.
 */
export function Carousel({ label, slides }: CarouselProps) {
  const [active, setActive] = useState(0);
  const touch = useRef<{ x: number; y: number; last: Touch } | null>(null);
  const slidesElement = useRef<HTMLDivElement>(null);
  const zoomedIn = useZoomedIn();
  const go = (step: number) => setActive((index) => wrapIndex(index, step, slides.length));

  function onKeyDown(event: KeyboardEvent) {
    const step = arrowSteps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { current } = slidesElement;
    flushSync(() => go(step));
    // The slide that had the focus is hidden now: the focus would leave the carousel.
    if (current?.contains(event.target as Node))
      current.querySelector<HTMLElement>('[role=group]:not([hidden]) a')?.focus();
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
    // A second finger, wherever it is, enlarges the page; a movement up or down scrolls it. Neither is a swipe any more.
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
      className={styles.carousel}
      data-zoomed-in={zoomedIn}
      aria-roledescription={labels.roleDescription}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={() => {
        touch.current = null;
      }}
    >
      <div ref={slidesElement} className={styles.slides} aria-live="polite">
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the carousel pattern asks for groups; a fieldset is for forms.
          <div
            key={key}
            role="group"
            aria-roledescription={labels.slideRoleDescription}
            aria-label={labels.position(index, slides.length)}
            hidden={index !== active}
            className={styles.slide}
          >
            {content}
          </div>
        ))}
      </div>
      <div className={styles.controls} data-pressed hidden={slides.length < 2}>
        <IconButton aria-label={labels.previous} onClick={() => go(-1)}>
          <ArrowLeftIcon />
        </IconButton>
        <IconButton aria-label={labels.next} onClick={() => go(1)}>
          <ArrowRightIcon />
        </IconButton>
        <span className={styles.counter}>{labels.counter(active, slides.length)}</span>
        <PeakMarks count={slides.length} active={active} />
      </div>
    </section>
  );
}

/** Draws position marks as a small range, the peak of the shown slide filled; the words beside them say the same. */
function PeakMarks({ count, active }: { count: number; active: number }) {
  const peaks = Array.from({ length: count }, (_, index) => index);
  return (
    <svg
      className={styles.marks}
      viewBox={`0 0 ${count * 20} 20`}
      width={count * 20}
      height={20}
      aria-hidden="true"
      focusable="false"
    >
      {peaks.map((index) => (
        <path
          key={index}
          className={index === active ? styles.active : undefined}
          d={index === active ? `M${index * 20 + 1} 18 l9-16 9 16z` : `M${index * 20 + 2} 18 l8-9 8 9z`}
        />
      ))}
    </svg>
  );
}
