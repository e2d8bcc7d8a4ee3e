// What the oldest browsers that the page is made for do not understand. `./table check` runs it; it looks at nothing else.
import compat from "eslint-plugin-compat";

export default [
  {
    ...compat.configs["flat/recommended"],
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2020, sourceType: "module" },
    settings: {
      targets: ["chrome 84", "firefox 78", "safari 14.1"],
      polyfills: ["navigator.wakeLock"], // asked for where it is there
    },
  },
];
