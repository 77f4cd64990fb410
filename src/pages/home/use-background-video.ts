import { type RefObject, useEffect, useRef, useState } from 'react';

interface ConnectionHint {
  connection?: { saveData?: boolean };
}

/** The background video: its element, whether it plays, and the visitor's switch. */
export interface BackgroundVideoState {
  element: RefObject<HTMLVideoElement | null>;
  playing: boolean;
  setPlaying: (playing: boolean) => void;
  toggle: () => void;
}

/**
 * Starts the video once the page is displayed (HOME-8), so that it takes no bandwidth from what is shown first; not for
 * who asks for less motion or less data, who can still start it.
 */
export function useBackgroundVideo(opened: Promise<void>): BackgroundVideoState {
  const element = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    let here = true;
    void opened.then(() => {
      if (here && !prefersStill(window)) play(element.current);
    });
    return () => {
      here = false;
    };
  }, [opened]);

  function toggle() {
    if (playing) element.current?.pause();
    else play(element.current);
  }

  return { element, playing, setPlaying, toggle };
}

function prefersStill(view: Window): boolean {
  const { connection } = view.navigator as Navigator & ConnectionHint;
  return view.matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
}

/** A browser may refuse to play by itself: the poster then stays, and the button. */
function play(video: HTMLVideoElement | null): void {
  video?.play().catch(() => {});
}
