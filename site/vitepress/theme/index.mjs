import DefaultTheme from "vitepress/theme-without-fonts";
import ExerciseState from "./ExerciseState.vue";
import FirstScreen from "./FirstScreen.vue";
import RungStepper from "./RungStepper.vue";
import "./curves.css";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    for (const [name, component] of Object.entries({ ExerciseState, FirstScreen, RungStepper })) app.component(name, component);
  },
};
