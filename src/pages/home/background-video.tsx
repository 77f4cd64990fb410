import { labels } from '../../content/labels.ts';
import { noVideo } from '../../content/specified-texts.ts';
import { PauseIcon, PlayIcon } from '../../theme/icons.tsx';
import byMode from '../../ui/by-mode.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './background-video.module.css';
import { posterPath } from './poster.ts';
import { toggleVideo, usePlaying, type VideoRef } from './use-background-video.ts';

/** Plays the looping, muted, dimmed video behind the opening, and the scrim that keeps the text readable on every frame. */
export function BackgroundVideo({ video }: { video: VideoRef }) {
  return (
    <>
      <video
        ref={video}
        className={styles.video}
        src="/video/home-video.mp4"
        poster={posterPath}
        preload="none"
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
export function VideoButton({ video }: { video: VideoRef }) {
  const playing = usePlaying(video);
  return (
    <IconButton
      className={styles.button}
      aria-label={playing ? labels.pauseVideo : labels.playVideo}
      onClick={() => toggleVideo(video.current)}
    >
      {playing ? <PauseIcon /> : <PlayIcon />}
    </IconButton>
  );
}
