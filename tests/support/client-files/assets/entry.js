globalThis.marker = "x";
