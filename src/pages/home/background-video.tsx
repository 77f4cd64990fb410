import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { filmTone } from '../../site.ts';
import { Icon } from '../../theme/icons.tsx';
import { IconButton } from '../../ui/buttons.tsx';
import visibility from '../../ui/visibility.module.css';
import { labels } from '../../words/labels.ts';
import { noVideo } from '../../words/specified.ts';
import { posterPath } from '../picture-files.ts';
import styles from './background-video.module.css';

/** Forced colours hide the video. */
const STILL = '(prefers-reduced-motion: reduce), (forced-colors: active)';

/** Whether the visitor paused the video; it stays paused until the document is loaded again. */
let pausedByVisitor = false;

type Video = ReturnType<typeof useBackgroundVideo>;

/** Plays the looping, muted, dimmed video behind the opening, and the scrim that keeps the text readable on every frame. */
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
        {/* Left out where nothing of it would be seen: it would still be blended with every frame. */}
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
 * Starts the video once the page is displayed (HOME-8), so that it takes no bandwidth from the first view. Visitors who prefer
 * less motion or less data start it themselves.
 */
export function useBackgroundVideo(opened: Promise<void>) {
  const element = useRef<HTMLVideoElement>(null);
  /** Out of view the film rests, and the button keeps its state. */
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

  /** An element without a usable video is not `paused` either. */
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

/** Plays the video, and loads one that failed again. If the browser refuses autoplay, the poster and the button stay. */
function play(video: HTMLVideoElement | null, onRefusal = () => {}): void {
  // The visitor may have left the home.
  if (!video) return;
  if (video.error) video.load();
  // React creates the element without these attributes, and some browsers read nothing else.
  video.defaultMuted = true;
  video.autoplay = true;
  // Browsers of 2016 return nothing.
  video.play()?.catch(onRefusal);
}
