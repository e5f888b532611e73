// As GitHub makes them: the pages' links count on it.
export const slug = (heading) => heading.trim().toLowerCase().replace(/<[^>]*>/g, "").replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
