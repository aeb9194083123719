import { screen } from "./screen.tsx";

export default { title: "Screens/Head office" };

export const Today = screen("office-today");
export const Tills = screen("office-tills");
export const Found = screen("office-found");
export const Payment = screen("office-payment");
export const Differences = screen("office-differences");
export const Reports = screen("office-reports");
