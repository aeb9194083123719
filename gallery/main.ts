import type { StorybookConfig } from "@storybook/react-vite";

export default {
  stories: ["./*.stories.tsx"],
  framework: "@storybook/react-vite",
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { check: false, reactDocgen: false },
} satisfies StorybookConfig;
