import { defineAsyncComponent, nextTick, onMounted, watch } from "vue";
import { useRoute } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import RungStepper from "./RungStepper.vue";
import { sidebar } from "./sidebar.mjs";
import course from "../../sidebar.json";
import "./code.css";
import "./curves.css";
import "./style.css";

// The list beside a page moves until the page's own name is seen.
async function show_place() {
  await nextTick();
  const list = document.querySelector(".VPSidebar"), place = list?.querySelector(".is-active .link")?.getBoundingClientRect();
  if (place && (place.top < 0 || place.bottom > innerHeight)) list.scrollTop += place.top - innerHeight / 2;
}

export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute();
    onMounted(show_place);
    watch(() => route.path, show_place);
  },
  async enhanceApp({ app, router, siteData }) {
    app.component("RungStepper", RungStepper);
    // Of few pages: loaded where they stand.
    app.component("FirstScreen", defineAsyncComponent(() => import("./FirstScreen.vue")));
    app.component("ExerciseState", defineAsyncComponent(() => import("./ExerciseState.vue")));
    const show = (lists) => { siteData.value = { ...siteData.value, themeConfig: { ...siteData.value.themeConfig, sidebar: sidebar({ ...course, lists }) } }; };
    // Exercises, terms and messages have long lists beside them, which no lesson needs.
    let listed = false;
    const needed = async (path) => {
      const below = path.slice(siteData.value.base.length - 1);
      if (listed || !/^\/(exercises|glossary|messages|zh)\//.test(below)) return;
      listed = true;
      show((await import("../../lists.json")).default);
    };
    show({});
    if (import.meta.env.SSR) return show((await import("../../lists.json")).default);
    await needed(location.pathname);
    router.onBeforeRouteChange = (to) => needed(new URL(to, location.href).pathname);
  },
};
