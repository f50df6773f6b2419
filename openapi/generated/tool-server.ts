// Generated from openapi/tool-server.yaml by npm run contract. Do not edit.

export interface paths {
    "/available_s2spice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current URLs of the tool. */
        get: operations["getServerInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jwt/user/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** End the tool sessions of the token's owner. */
        get: operations["logOutOfTool"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ServerInfo: {
            /**
             * Format: uri
             * @example http://localhost:8082/
             */
            server_url: string;
            /**
             * Format: uri
             * @example http://localhost:8082
             */
            api_url: string;
        };
        LogoutResult: {
            /** @description The number of ended sessions. */
            ended: number;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            message: string;
        };
    };
    responses: {
        /** @description The error. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getServerInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URLs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerInfo"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    logOutOfTool: {
        parameters: {
            query: {
                /** @description The tool token. */
                code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended, or there were none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutResult"];
                };
            };
            401: components["responses"]["Problem"];
            /** @description The token cannot be verified at the moment. */
            503: {
                headers: {
                    /** @description Seconds until the next attempt. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
