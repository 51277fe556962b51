var __abx_provider={default:()=>({buildInfra(){throw new Error("no cloud")}})};
