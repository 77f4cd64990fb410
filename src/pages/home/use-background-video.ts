import { type RefObject, useEffect, useRef, useState } from 'react';

interface ConnectionHint {
  connection?: { saveData?: boolean };
}

/** The background video and the visitor's switch. */
export interface BackgroundVideoState {
  element: RefObject<HTMLVideoElement | null>;
  isPlaying: boolean;
  /** Called when the element plays, pauses or fails. */
  onChange: () => void;
  toggle: () => void;
}

/** Forced colours hide the video. */
const STILL = '(prefers-reduced-motion: reduce), (forced-colors: active)';

/** Whether the visitor paused the video; it stays paused until the document is loaded again. */
let pausedByVisitor = false;

/**
 * Starts the video once the page is displayed (HOME-8), so that it takes no bandwidth from the first view. Visitors who prefer
 * less motion or less data start it themselves.
 */
export function useBackgroundVideo(opened: Promise<void>): BackgroundVideoState {
  const element = useRef<HTMLVideoElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);

  useEffect(() => {
    let here = true;
    void opened.then(() => {
      if (here && !pausedByVisitor && !prefersStill(window)) play(element.current);
    });
    const stillness = window.matchMedia(STILL);
    const stop = () => stillness.matches && element.current?.pause();
    stillness.addEventListener('change', stop);
    return () => {
      here = false;
      stillness.removeEventListener('change', stop);
    };
  }, [opened]);

  function onChange() {
    const { current } = element;
    // An element without a usable video also says that it is not paused.
    setIsPlaying(current?.paused === false && current.error === null);
  }

  function toggle() {
    pausedByVisitor = isPlaying;
    if (isPlaying) element.current?.pause();
    else play(element.current);
  }

  return { element, isPlaying, onChange, toggle };
}

function prefersStill(view: Window): boolean {
  const { connection } = view.navigator as Navigator & ConnectionHint;
  return view.matchMedia(STILL).matches || connection?.saveData === true;
}

/** Plays the video, and loads one that failed again. If the browser refuses autoplay, the poster and the button stay. */
function play(video: HTMLVideoElement | null): void {
  if (!video) return;
  if (video.error) video.load();
  // React sets neither attribute on an element that it creates, and some browsers read only the attributes.
  video.defaultMuted = true;
  video.autoplay = true;
  video.play().catch(() => {});
}
