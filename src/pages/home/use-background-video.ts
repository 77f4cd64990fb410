import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

interface ConnectionHint {
  connection?: { saveData?: boolean };
}

/** The element of the background video. */
export type VideoRef = RefObject<HTMLVideoElement | null>;

/** Forced colours hide the video. */
const STILL = '(prefers-reduced-motion: reduce), (forced-colors: active)';

/** Whether the visitor paused the video; it stays paused until the document is loaded again. */
let pausedByVisitor = false;

/**
 * Starts the video once the page is displayed (HOME-8), so that it takes no bandwidth from the first view. Visitors who prefer
 * less motion or less data start it themselves.
 */
export function useBackgroundVideo(opened: Promise<void>): VideoRef {
  const element = useRef<HTMLVideoElement>(null);

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

  return element;
}

const CHANGES = ['play', 'pause', 'error'] as const;

/** Tells whether the video is playing, read from the element: a change re-renders only the component that calls this. */
export function usePlaying(video: VideoRef): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const element = video.current;
      for (const event of CHANGES) element?.addEventListener(event, changed);
      return () => {
        for (const event of CHANGES) element?.removeEventListener(event, changed);
      };
    },
    [video],
  );
  return useSyncExternalStore(
    subscribe,
    () => isPlaying(video.current),
    () => false,
  );
}

/** Plays or pauses the video, for the visitor's switch. */
export function toggleVideo(video: HTMLVideoElement | null): void {
  pausedByVisitor = isPlaying(video);
  if (pausedByVisitor) video?.pause();
  else play(video);
}

/** Tells whether the video plays. An element without a usable video also says that it is not paused. */
function isPlaying(video: HTMLVideoElement | null): boolean {
  return video?.paused === false && video.error === null;
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
