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

/** Forced colours hide the video. */
const STILL = '(prefers-reduced-motion: reduce), (forced-colors: active)';

const CHANGES = ['play', 'pause', 'error'] as const;

/** Whether the video plays: the element itself says so, and whoever asks here is all that is rendered for it. */
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

/** The visitor's switch. */
export function toggleVideo(video: HTMLVideoElement | null): void {
  if (isPlaying(video)) video?.pause();
  else play(video);
}

/** An element whose video did not come, or cannot be decoded, still calls itself not paused. */
function isPlaying(video: HTMLVideoElement | null): boolean {
  return video?.paused === false && video.error === null;
}

function prefersStill(view: Window): boolean {
  const { connection } = view.navigator as Navigator & ConnectionHint;
  return view.matchMedia(STILL).matches || connection?.saveData === true;
}

/** A browser may refuse to play by itself: the poster then stays, and the button. A video that did not come is asked for anew. */
function play(video: HTMLVideoElement | null): void {
  if (!video) return;
  if (video.error) video.load();
  // React writes neither where it makes the element itself; a browser that goes by the attributes refuses to start.
  video.defaultMuted = true;
  video.autoplay = true;
  video.play().catch(() => {});
}
