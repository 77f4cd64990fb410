import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { filmTone } from '../../site.ts';
import { Icon } from '../../theme/icons.tsx';
import { IconButton } from '../../ui/buttons.tsx';
import visibility from '../../ui/visibility.module.css';
import { labels } from '../../words/labels.ts';
import { noVideo } from '../../words/specified.ts';
import { posterPath } from '../picture-files.ts';
import styles from './background-video.module.css';

/** In these modes the video does not start by itself; forced colours even hide it. */
const STILL = '(prefers-reduced-motion: reduce), (forced-colors: active)';

/** Whether the visitor paused the video; kept until the document is loaded again. */
let pausedByVisitor = false;

type Video = ReturnType<typeof useBackgroundVideo>;

/** Shows the looping, muted, dimmed video of the opening, and the scrim that keeps the text readable on every frame. */
export function BackgroundVideo({ video }: { video: Video }) {
  return (
    <>
      <div className={styles.film}>
        <video
          ref={video.element}
          className={styles.video}
          src="/video/home-video.mp4"
          poster={posterPath}
          preload="none"
          onPlay={video.onChange}
          onPause={video.onChange}
          onError={video.onChange}
          loop
          muted
          playsInline
          disablePictureInPicture
          disableRemotePlayback
          tabIndex={-1}
          aria-hidden="true"
        >
          {noVideo}
        </video>
        {/* The tone is left out if it is invisible, because the browser would still blend it into every frame. */}
        {filmTone.dark && <div className={`${styles.tone} ${filmTone.light ? '' : visibility.whenDark}`} />}
        <div className={styles.glow} />
      </div>
      <div className={styles.scrim} />
      <div className={styles.film}>
        <div className={styles.light} />
      </div>
    </>
  );
}

export function VideoButton({ video }: { video: Video }) {
  return (
    <IconButton
      className={styles.button}
      aria-label={video.isPlaying ? labels.pauseVideo : labels.playVideo}
      onClick={video.toggle}
    >
      <Icon name={video.isPlaying ? 'pause' : 'play'} />
    </IconButton>
  );
}

/**
 * Starts the video after the page is displayed (HOME-8), so that it takes no bandwidth from the first view. Visitors who prefer
 * less motion or less data start it by the button.
 */
export function useBackgroundVideo(opened: Promise<void>) {
  const element = useRef<HTMLVideoElement>(null);
  /** Whether the video is out of view. It then pauses, and the button keeps its state. */
  const isAway = useRef(false);
  const [isPlaying, setIsPlaying] = useState(false);

  const start = useEffectEvent(() => {
    setIsPlaying(true);
    if (!isAway.current) play(element.current, onChange);
  });

  const onView = useEffectEvent((isInView: boolean) => {
    isAway.current = !isInView;
    if (!isInView) element.current?.pause();
    else if (isPlaying) play(element.current);
  });

  useEffect(() => {
    const stillness = window.matchMedia(STILL);
    void opened.then(() => {
      const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
      const isStill = pausedByVisitor || stillness.matches || connection?.saveData;
      if (!isStill) start();
    });
    const stop = () => {
      setIsPlaying(false);
      element.current?.pause();
    };
    stillness.addEventListener('change', stop);
    return () => stillness.removeEventListener('change', stop);
  }, [opened]);

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((seen) => onView(seen.at(-1)?.isIntersecting === true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  /** Updates the button; the error is read too, because a video that cannot play does not count as `paused`. */
  function onChange() {
    const { current } = element;
    if (isAway.current) return;
    setIsPlaying(current?.paused === false && current.error === null);
  }

  function toggle() {
    pausedByVisitor = isPlaying;
    if (isAway.current) setIsPlaying(!isPlaying);
    else if (isPlaying) element.current?.pause();
    else play(element.current);
  }

  return { element, isPlaying, onChange, toggle };
}

/** Plays the video, and first reloads one that failed. If the browser refuses autoplay, the poster and the button stay. */
function play(video: HTMLVideoElement | null, onRefusal = () => {}): void {
  // The visitor may have left the home.
  if (!video) return;
  if (video.error) video.load();
  // React sets no such attributes, and some browsers allow autoplay only with them.
  video.defaultMuted = true;
  video.autoplay = true;
  // In browsers of 2016 `play` returns nothing.
  video.play()?.catch(onRefusal);
}
