// Compressed files are named so that no server decompresses them by itself; one that does is no problem.
export async function unzipped(blob) {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  return new Response(packed ? blob.stream().pipeThrough(new DecompressionStream('gzip')) : blob.stream()).arrayBuffer();
}
