// The base path and the addresses of the outer world come from site/build.
import { existsSync, readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { slug } from "./slug.mjs";

const sidebar = JSON.parse(readFileSync(new URL("../sidebar.json", import.meta.url), "utf8"));
const nav = [
  { text: "Course", link: "/course/" }, { text: "Exercises", link: "/exercises/" }, { text: "Gallery", link: "/gallery/" },
  { text: "Glossary", link: "/glossary/" }, { text: "Messages", link: "/messages/" },
  // With the playground, if playground/build has made it.
  ...(existsSync(new URL("../../../playground/dist/own.html", import.meta.url)) ? [{ text: "Your own program", link: "/playground/own.html", target: "_self" }] : []),
];

const zh_nav = [{ text: "章节", link: "/zh/" }, { text: "术语", link: "/glossary/" }, { text: "English", link: "/course/" }];

export default defineConfig({
  title: "CUDA by Chapter",
  description: "CUDA C++ from small programs, with and without a GPU",
  base: process.env.SITE_BASE,
  outDir: process.env.SITE_OUT,
  metaChunk: true,
  head: [["link", { rel: "icon", href: "data:," }]],
  srcExclude: ["public/**"],
  ignoreDeadLinks: true,  // site/test looks at every link of what is built
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    languageAlias: { cuda: "cpp" },
    math: true,
    anchor: { slugify: slug },
    config(md) {
      const inline = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, k, ...rest) => { tokens[k].attrSet("v-pre", ""); return inline(tokens, k, ...rest); };
    },
  },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  locales: {
    root: { label: "English", lang: "en" },
    zh: { label: "简体中文", lang: "zh-CN", themeConfig: {
      nav: zh_nav, sidebar: { "/zh/": sidebar["/zh/"] }, outline: { level: [2, 3], label: "本页内容" }, darkModeSwitchLabel: "外观", returnToTopLabel: "回到顶部", docFooter: { prev: "上一页", next: "下一页" },
    } },
  },
  themeConfig: {
    i18nRouting: false,
    nav, sidebar,
    outline: { level: [2, 3] },
    search: { provider: "local", options: { miniSearch: { options: {
      // Chinese has no spaces: each of its characters is a word.
      tokenize: (text) => text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap((word) => word.match(/\p{Script=Han}|[^\p{Script=Han}]+/gu) ?? []),
    } } } },
  },
});
