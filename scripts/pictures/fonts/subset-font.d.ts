/** Declares the used part of a package without types, which is installed only when the fonts are made again. */
declare module 'subset-font' {
  export interface Options {
    targetFormat?: 'sfnt' | 'woff2';
    noHinting?: boolean;
    keepFeatures?: string[];
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
  }
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>;
  // biome-ignore lint/style/noDefaultExport: it is the package's own.
  export default subsetFont;
}
