import { defineAsyncComponent } from "vue";
import DefaultTheme from "vitepress/theme-without-fonts";
import RungStepper from "./RungStepper.vue";
import { sidebar } from "./sidebar.mjs";
import lists from "../../sidebar.json";
import "./code.css";
import "./curves.css";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app, siteData }) {
    app.component("RungStepper", RungStepper);
    // Of few pages: loaded where they stand.
    app.component("FirstScreen", defineAsyncComponent(() => import("./FirstScreen.vue")));
    app.component("ExerciseState", defineAsyncComponent(() => import("./ExerciseState.vue")));
    siteData.value = { ...siteData.value, themeConfig: { ...siteData.value.themeConfig, sidebar: sidebar(lists) } };
  },
};
