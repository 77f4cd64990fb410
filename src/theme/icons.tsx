/** The strokes of each icon, on a grid of 24 × 24. */
const strokes = {
  moon: 'M20 13.6A8.25 8.25 0 1 1 10.4 4a6.6 6.6 0 0 0 9.6 9.6Z',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  play: 'M8 6.1v11.8a.9.9 0 0 0 1.37.76l9.5-5.9a.9.9 0 0 0 0-1.52l-9.5-5.9A.9.9 0 0 0 8 6.1Z',
  pause: 'M9 6v12M15 6v12',
  arrowUp: 'M12 19.5v-15M5.5 11 12 4.5l6.5 6.5',
  arrowLeft: 'M19.5 12h-15M11 5.5 4.5 12l6.5 6.5',
  arrowRight: 'M4.5 12h15M13 5.5l6.5 6.5-6.5 6.5',
  check: 'M5 12.75 9.75 17.5 19.25 7',
  external: 'M14 4.5h5.5V10M19.5 4.5 11 13M18 14.5v3a2 2 0 0 1-2 2H6.5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h3',
  window:
    'M5 4.5h14a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2ZM3 9h18M3.5 17.5 9 12.25l3.75 3.5 2.25-2 5.5 4',
  'phone-app':
    'M11.5 18.5H5a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2h12.5a2 2 0 0 1 2 2M3 9h8.5M16.5 9.5h3a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-3A1.5 1.5 0 0 1 15 19v-8a1.5 1.5 0 0 1 1.5-1.5ZM18 17.5v.01',
  refresh: 'M20.5 4.5v5h-5M3.5 19.5v-5h5M20.2 9.5A8.75 8.75 0 0 0 4.3 8M3.8 14.5A8.75 8.75 0 0 0 19.7 16',
  compass: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM15.9 8.1l-2.2 5.6-5.6 2.2 2.2-5.6 5.6-2.2Z',
  shield:
    'M12 3.25 5 5.75v5.5c0 4.4 2.8 7.7 7 9.5 4.2-1.8 7-5.1 7-9.5v-5.5l-7-2.5ZM8.75 11.75 11 14l4.25-4.5',
  ear: 'M6.5 9a5.75 5.75 0 0 1 11.5 0c0 4.2-3.6 4.6-3.6 8.1a3.65 3.65 0 0 1-6.9 1.6M9.75 9.25a2.5 2.5 0 0 1 5 0c0 1.9-2.6 2.1-2.6 4.25',
  bolt: 'M13 3 5.4 13.1a.6.6 0 0 0 .5.95H11L10.2 21l8.1-10.3a.6.6 0 0 0-.5-.95H12.4L13 3Z',
  anchor:
    'M14.25 5.25a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0ZM12 7.5V21M8.5 11h7M4 13.5c.4 4.4 3.5 7.2 8 7.5 4.5-.3 7.6-3.1 8-7.5M2.75 15.25 4 13.5l1.75 1.25M21.25 15.25 20 13.5l-1.75 1.25',
  alert: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 7.5v5.25M12 16.25v.01',
} as const;

export type IconName = keyof typeof strokes;

interface IconProps {
  name: IconName;
  /** Side of the square, in CSS pixels; larger with larger text. */
  size?: number;
  className?: string | undefined;
}

/** Draws an icon in the current colour, hidden from screen readers, so text beside it has to say the same. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg
      className={className}
      width={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
