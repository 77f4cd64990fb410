/** The first picture of the background video, shown until it plays. */
export const posterPath = '/images/home-poster.avif';
