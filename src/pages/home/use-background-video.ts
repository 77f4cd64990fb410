import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

interface ConnectionHint {
  connection?: { saveData?: boolean };
}

export type VideoRef = RefObject<HTMLVideoElement | null>;

/**
 * Starts the video once the page is displayed (HOME-8), so that it takes no bandwidth from what is shown first; not for
 * who asks for less motion or less data, who can still start it.
 */
export function useBackgroundVideo(opened: Promise<void>): VideoRef {
  const element = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    let here = true;
    void opened.then(() => {
      if (here && !prefersStill(window)) play(element.current);
    });
    return () => {
      here = false;
    };
  }, [opened]);

  return element;
}

/** Whether the video plays: the element itself says so, and whoever asks here is all that is rendered for it. */
export function usePlaying(video: VideoRef): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const element = video.current;
      for (const event of ['play', 'pause'] as const) element?.addEventListener(event, changed);
      return () => {
        for (const event of ['play', 'pause'] as const) element?.removeEventListener(event, changed);
      };
    },
    [video],
  );
  return useSyncExternalStore(
    subscribe,
    () => video.current?.paused === false,
    () => false,
  );
}

/** The visitor's switch. */
export function toggleVideo(video: HTMLVideoElement | null): void {
  if (video?.paused === false) video.pause();
  else play(video);
}

function prefersStill(view: Window): boolean {
  const { connection } = view.navigator as Navigator & ConnectionHint;
  return view.matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
}

/** A browser may refuse to play by itself: the poster then stays, and the button. */
function play(video: HTMLVideoElement | null): void {
  video?.play().catch(() => {});
}
