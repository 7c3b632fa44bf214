import { defineConfig, type OxlintOverride } from "oxlint";
import { allowedImports, ROOMS } from "./checks/floors.ts";

/** What a file may import: everything is forbidden but the patterns that begin with `!`. */
const only = (message: string, ...patterns: string[]): OxlintOverride["rules"] => ({
  "no-restricted-imports": [
    "error",
    { patterns: [{ group: ["**", "!{.,..}/**", "../../**", ...patterns], message }] },
  ],
});

const ROOM = [
  "!#{platform,ui}/**",
  "!node:*{,/*}",
  "!{react,react-router,zod}",
  "!@react-router/dev/routes",
  "!drizzle-orm{,/**}",
];

/** What rules may import: everything is forbidden but the patterns that begin with `!`. */
const pure = (...patterns: string[]): OxlintOverride["rules"] => ({
  "no-restricted-imports": [
    "error",
    {
      patterns: [
        {
          group: [
            "**",
            "!{.,..}/**",
            "../../**",
            "**/*.server.ts",
            "**/*.tsx",
            "!#platform/{time,errors,names,money}/**",
            "!zod",
            ...patterns,
          ],
          message:
            "Rules are pure, the same offline in the browser: no React, no platform but time, money, errors and names, no server file, and of other rooms only public.ts.",
        },
      ],
    },
  ],
});
const rulesIn = (folder: string): string[] => [`${folder}/**/rules.ts`, `${folder}/**/*-rules.ts`];

const PURE = "Rules are pure: what they need is passed in.";
const pureGlobals = ["Date", "crypto", "document", "fetch", "process", "window"].map((name) => ({
  name,
  message: PURE,
}));

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "promise", "node", "vitest", "jsx-a11y"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["build/**", ".react-router/**", "migrations/**", "data/**"],
  rules: {
    "array-callback-return": "error",
    eqeqeq: ["error", "always", { null: "ignore" }],
    "no-alert": "error",
    "no-console": "error",
    "no-empty": ["error", { allowEmptyCatch: false }],
    "no-self-compare": "error",
    "no-throw-literal": "error",
    "no-var": "error",
    "prefer-const": "error",
    "import/no-commonjs": "error",
    "import/no-cycle": "error",
    "import/no-duplicates": ["error", { preferInline: true }],
    "node/no-process-env": "error",
    "oxc/no-barrel-file": ["error", { threshold: 0 }],
    "typescript/ban-ts-comment": "error",
    "typescript/no-deprecated": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-import-type-side-effects": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-function-type": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/restrict-plus-operands": "error",
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/no-abusive-eslint-disable": "error",
    "unicorn/no-process-exit": "error",
    "unicorn/prefer-node-protocol": "error",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    // Off: what these find here is either wanted or seen better by types, by axe in the journeys, or by the
    // reader.
    "no-new": "off",
    "no-shadow": "off",
    "no-underscore-dangle": "off",
    "no-unmodified-loop-condition": "off",
    "import/default": "off",
    "import/no-named-as-default-member": "off",
    "import/no-unassigned-import": "off",
    "jsx-a11y/control-has-associated-label": "off",
    "jsx-a11y/no-autofocus": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "promise/always-return": "off",
    "promise/no-callback-in-promise": "off",
    "typescript/consistent-return": "off",
    "typescript/no-unnecessary-type-conversion": "off",
    "typescript/no-unnecessary-type-parameters": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/no-useless-default-assignment": "off",
    "typescript/unbound-method": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-useless-spread": "off",
    "unicorn/require-module-specifiers": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/require-to-throw-message": "off",
  },
  overrides: [
    {
      files: ["**/*.tsx"],
      plugins: ["react"],
      rules: {
        "react/react-in-jsx-scope": "off",
        "react/rules-of-hooks": "error",
        "react/exhaustive-deps": "error",
        "react/button-has-type": "error",
        "react/jsx-no-target-blank": "error",
        "react/no-danger": "error",
        "react/no-unknown-property": "error",
        "react/no-array-index-key": "error",
        "react/no-unstable-nested-components": "off",
      },
    },
    { files: ["src/ui/**"], rules: { "jsx-a11y/anchor-has-content": "off", "react/button-has-type": "off" } },
    {
      // Tools and tests talk to the terminal and the environment, and read JSON whose shape a failing test
      // shows soon enough.
      files: [
        "bootstrap/**",
        "audit/**",
        "bench/**",
        "e2e/**",
        "*.config.ts",
        "**/*.mjs",
        "**/*.test.{ts,tsx}",
        "**/*.fixture.ts",
        "**/testing/**",
      ],
      rules: {
        "no-console": "off",
        "node/no-process-env": "off",
        "unicorn/no-process-exit": "off",
        "typescript/restrict-template-expressions": "off",
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
      },
    },
    { files: ["src/app/main.ts"], rules: { "no-console": "off", "unicorn/no-process-exit": "off" } },
    { files: ["src/platform/config/**"], rules: { "node/no-process-env": "off" } },
    { files: ["src/app/main.ts", "src/app/tables.ts"], rules: { "oxc/no-barrel-file": "off" } },
    // The floors, from the one table in checks/floors.ts. A later entry replaces an earlier one for the files
    // both name, so each lists all that its files may import. checks/house/house.test.ts plants every
    // forbidden import and sees it caught.
    {
      files: ["src/platform/**/*.{ts,tsx}"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                group: [
                  "#{app,faces,tools,trade,ground,ui}/**",
                  "**/{app,faces,tools,trade,ground}/**",
                  "../ui/**",
                  "../../ui/**",
                  "../../../ui/**",
                ],
                message: "Platform knows nothing above it: no rooms, no ui (ARCHITECTURE.md, floors).",
              },
            ],
          },
        ],
      },
    },
    {
      // Test databases are made with the whole schema.
      files: ["src/platform/**/testing/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                group: ["#{faces,tools,trade,ground,ui}/**", "#app/**", "!#app/schema.ts"],
                message: "Platform's tests know the schema and nothing else above it.",
              },
            ],
          },
        ],
      },
    },
    {
      files: ["src/ui/**/*.{ts,tsx}"],
      rules: only(
        "The design system knows no rooms, no platform and no data (ARCHITECTURE.md, floors).",
        "!#ui/**",
        "!{react,react-dom,react-router}",
        "!{vitest,fast-check}",
        "!node:*{,/*}",
      ),
    },
    ...ROOMS.map(({ floor, name }) => ({
      files: [`src/${floor}/${name}/**/*.{ts,tsx}`],
      rules: only(
        "A room imports itself by relative path, #platform, #ui, and the public file of a room below it (ARCHITECTURE.md, floors). Vendors live in platform.",
        ...ROOM,
        ...allowedImports(name).map((pattern) => `!${pattern}`),
      ),
    })),
    {
      files: [
        "src/{faces,tools,trade,ground}/**/*.test.{ts,tsx}",
        "src/{faces,tools,trade,ground}/**/testing/**",
      ],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                group: ["#{faces,tools,trade,ground}/**", "!#*/*/public.*", "../../**"],
                message:
                  "A test, too, reaches another room through its public file; a test of several rooms goes in checks/.",
              },
            ],
          },
        ],
      },
    },
    {
      files: rulesIn("src/{faces,tools,trade,ground}"),
      rules: {
        ...pure(),
        "no-restricted-globals": ["error", ...pureGlobals],
        "no-restricted-properties": [
          "error",
          { object: "Temporal", property: "Now", message: "Time is passed in." },
        ],
      },
    },
    // What a room offers in public.ts is as pure as the rules that may use it.
    ...ROOMS.map(({ floor, name }) => ({
      files: [`src/${floor}/${name}/public.ts`, ...rulesIn(`src/${floor}/${name}`)],
      rules: pure(...allowedImports(name, "ts").map((pattern) => `!${pattern}`)),
    })),
  ],
});
