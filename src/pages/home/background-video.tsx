import { labels } from '../../content/labels.ts';
import { noVideo } from '../../content/specified-texts.ts';
import { PauseIcon, PlayIcon } from '../../theme/icons.tsx';
import byMode from '../../ui/by-mode.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './background-video.module.css';
import type { BackgroundVideoState } from './use-background-video.ts';

/** The first picture of the video, shown until it plays. */
export const posterPath = '/images/home-poster.avif';

/** Plays the looping, muted, dimmed video behind the opening, and the scrim that keeps the text readable on every frame. */
export function BackgroundVideo({ video }: { video: BackgroundVideoState }) {
  return (
    <>
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
      {/* In light mode it would be nothing to see, and still be blended with every frame. */}
      <div className={`${styles.tone} ${byMode.whenDark}`} />
      <div className={styles.scrim} />
    </>
  );
}

/** Pauses and plays the video (WCAG 2.2.2). */
export function VideoButton({ video }: { video: BackgroundVideoState }) {
  return (
    <IconButton
      className={styles.button}
      aria-label={video.isPlaying ? labels.pauseVideo : labels.playVideo}
      onClick={video.toggle}
    >
      {video.isPlaying ? <PauseIcon /> : <PlayIcon />}
    </IconButton>
  );
}
