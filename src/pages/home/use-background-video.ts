import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

interface ConnectionHint {
  connection?: { saveData?: boolean };
}

/** The element of the background video. */
export type VideoRef = RefObject<HTMLVideoElement | null>;

/** Forced colours hide the video. */
const STILL = '(prefers-reduced-motion: reduce), (forced-colors: active)';

/** The visitor paused it, which goes for all visits to the home page until it is loaded anew. */
let pausedByVisitor = false;

/**
 * Starts the video once the page is displayed (HOME-8), so that it takes no bandwidth from what is shown first; not for
 * visitors who prefer less motion or less data, who can still start it.
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

/** An element whose video did not arrive, or cannot be decoded, still says that it is not paused. */
function isPlaying(video: HTMLVideoElement | null): boolean {
  return video?.paused === false && video.error === null;
}

function prefersStill(view: Window): boolean {
  const { connection } = view.navigator as Navigator & ConnectionHint;
  return view.matchMedia(STILL).matches || connection?.saveData === true;
}

/** A browser may refuse autoplay: the poster and the button then stay. A video that failed is loaded again. */
function play(video: HTMLVideoElement | null): void {
  if (!video) return;
  if (video.error) video.load();
  // React sets neither attribute on an element that it creates; browsers that go by the attributes refuse to start.
  video.defaultMuted = true;
  video.autoplay = true;
  video.play().catch(() => {});
}
