import { labels } from '../../content/labels.ts';
import { noVideo } from '../../content/specified-texts.ts';
import { PauseIcon, PlayIcon } from '../../theme/icons.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './background-video.module.css';
import type { BackgroundVideoState } from './use-background-video.ts';

/** The looping, muted, dimmed video behind the opening, and the scrim that keeps the text readable on every frame. */
export function BackgroundVideo({ video: { element, setPlaying } }: { video: BackgroundVideoState }) {
  return (
    <>
      <video
        ref={element}
        className={styles['video']}
        poster="/images/home-poster.webp"
        preload="none"
        loop
        muted
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        tabIndex={-1}
        aria-hidden="true"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <source src="/video/home-video.mp4" type="video/mp4" />
        {noVideo}
      </video>
      <div className={styles['tone']} />
      <div className={styles['scrim']} />
    </>
  );
}

/** Pauses and plays the video (WCAG 2.2.2). */
export function VideoButton({ video: { playing, toggle } }: { video: BackgroundVideoState }) {
  return (
    <IconButton
      className={styles['button']}
      aria-label={playing ? labels.pauseVideo : labels.playVideo}
      onClick={toggle}
    >
      {playing ? <PauseIcon /> : <PlayIcon />}
    </IconButton>
  );
}
