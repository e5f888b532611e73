// The base path and the addresses of the outer world come from site/build.
import { existsSync } from "node:fs";
import { defineConfig } from "vitepress";
import { transformer } from "./code_colours.mjs";
import { slug } from "./slug.mjs";

const nav = [
  { text: "Course", link: "/course/" }, { text: "Exercises", link: "/exercises/" }, { text: "Gallery", link: "/gallery/" },
  { text: "Glossary", link: "/glossary/" }, { text: "Messages", link: "/messages/" },
  // With the playground, if playground/build has made it.
  ...(existsSync(new URL("../../../playground/dist/own.html", import.meta.url)) ? [{ text: "Your own program", link: "/run/own.html", target: "_self" }] : []),
];

// Of VitePress' theme: its first screen, buttons, teams, sponsors, advertisements, groups of code, and another search.
const UNUSED = /\/VP(Home|Team|Sponsors|\w*CarbonAds|DocAsideSponsors|Features?|AlgoliaSearchBox|SocialLinks?|Badge|Button)\w*\.vue$|vp-(sponsor|code-group)\.css$|@docsearch\/css/;

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
    codeTransformers: [transformer],
    // On a busy machine Shiki gives a line up after half a second: without a limit the pages are the same everywhere.
    shikiSetup(shiki) {
      const html = shiki.codeToHtml;
      shiki.codeToHtml = (code, options) => html(code, { ...options, tokenizeTimeLimit: 0 });
    },
    math: true,
    anchor: { slugify: slug },
    config(md) {
      const inline = md.renderer.rules.code_inline;
      // Lines break at hyphens: an option of a command stays whole.
      md.renderer.rules.code_inline = (tokens, k, ...rest) => { tokens[k].attrSet("v-pre", ""); return inline(tokens, k, ...rest).replace(/(?<= |>)--?\w[\w-]*/g, "<span>$&</span>"); };
      const image = md.renderer.rules.image;
      md.renderer.rules.image = (...all) => `<span class="picture" tabindex="0">${image(...all)}</span>`;
      // MathJax draws a formula and adds it in MathML, which browsers draw themselves and screen readers read: a tenth of the weight.
      for (const [rule, open, close] of [["math_inline", "", ""], ["math_block", '<div class="formula" tabindex="0">', "</div>"]]) {
        const drawn = md.renderer.rules[rule];
        md.renderer.rules[rule] = (...all) => open + drawn(...all).match(/<math[\s\S]*?<\/math>/)[0].replace("<math", "<math v-pre") + close;
      }
    },
  },
  router: { prefetchLinks: false },  // nobody pays for pages that are not read
  vite: {
    build: { chunkSizeWarningLimit: 4000 },
    define: { __VUE_OPTIONS_API__: false },
    plugins: [{ name: "parts that no page has", enforce: "pre", load: (id) => UNUSED.test(id) ? (id.endsWith(".vue") ? "<template></template>" : "") : undefined }],
  },
  locales: {
    root: { label: "English", lang: "en" },
    zh: { label: "简体中文", lang: "zh-CN", themeConfig: {
      nav: zh_nav, outline: { level: [2, 3], label: "本页内容" }, sidebarMenuLabel: "菜单", skipToContentLabel: "跳到正文", darkModeSwitchLabel: "外观", returnToTopLabel: "回到顶部", docFooter: { prev: "上一页", next: "下一页" },
    } },
  },
  themeConfig: {
    i18nRouting: false,
    nav,  // theme/sidebar.mjs adds the lists beside the pages
    outline: { level: [2, 3] },
    search: { provider: "local", options: { miniSearch: { options: {
      // Chinese has no spaces: each of its characters is a word.
      tokenize: (text) => text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap((word) => word.match(/\p{Script=Han}|[^\p{Script=Han}]+/gu) ?? []),
    } } } },
  },
});
