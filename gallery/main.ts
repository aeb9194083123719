import type { StorybookConfig } from "@storybook/react-vite";

export default {
  stories: ["./*.stories.tsx"],
  framework: "@storybook/react-vite",
  features: { sidebarOnboardingChecklist: false, backgrounds: false, controls: false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { check: false, reactDocgen: false },
} satisfies StorybookConfig;
