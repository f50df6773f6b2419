// Made from openapi/product.yaml by npm run contract. Do not edit.

export interface paths {
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the API can answer. */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keep a visitor's message for the operator. */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The contact form of a page without script. Answers with a page. */
        post: operations["sendContactForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed-in person, as the token names them. */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/assign-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a known person a member of a project, or change a member's role.
         * @description A project manager invites as project_manager or user. The other roles, and another role for a member, are for organization_admin and sysadmin to assign.
         */
        post: operations["assignRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The price table. A new row in it appears in the request form by itself. */
        get: operations["getPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The projects the person may see, the newest first. */
        get: operations["listProjects"];
        put?: never;
        /** Create a project. Its creator becomes its first member. The same idempotency key again is the same project, with the name and notes given last, for as long as nobody has changed it. A name that another project has (409), in any case, is refused, and so is more than 1,000 projects (409). */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Change a project's name, notes, type or privacy. With If-Match, only when the project still has that version. */
        put: operations["updateProject"];
        post?: never;
        /** Delete a project with its files. Needs project_manager, organization_admin or sysadmin. Refused while a simulation request of it awaits payment, is paid, or was delivered within the retention time. */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** What would go with a project if it were deleted, and why it cannot be where that is so. */
        get: operations["previewDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** The project's files, the newest first. With a limit, the object with a page of them and how many there are. */
        get: operations["listFiles"];
        put?: never;
        /** Upload one or more files into Inputs. All of them are kept, or none. What does not fit into the project's storage, or into its 10,000 files, is refused (413). */
        post: operations["uploadFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin the upload of one file into Inputs that may be interrupted and continued (tus 1.0.0, the protocol of resumable uploads; extensions creation, termination and expiration). A large file is best sent this way. */
        post: operations["beginUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/uploads/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
                uploadId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Give an unfinished upload up. Its bytes are deleted. */
        delete: operations["cancelUpload"];
        options?: never;
        /** How much of an upload is here. Only who began it can ask, continue or cancel it. */
        head: operations["findUpload"];
        /** Send an upload's bytes from a place on. What has arrived is kept however the call ends. */
        patch: operations["continueUpload"];
        trace?: never;
    };
    "/v1/projects/{id}/files/size": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** How much of the project's storage is used, in MB of 1,048,576 bytes (may be fractional). */
        get: operations["getFilesSize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/inputs/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** The project's inputs as a zip. */
        get: operations["exportInputsZip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/inputs/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** The list of the project's inputs as CSV. */
        get: operations["exportInputsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** Who works on the project, in the order in which they joined it. */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
                memberId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a membership. The creator stays. */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a file. One that a simulation request needs leaves the list, and its bytes are kept for the request. */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** The file's bytes, as an attachment. Range requests are answered. */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/address": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A short-lived signed address of this one file, which a browser streams by itself. */
        post: operations["addressFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/content": {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** The bytes behind a signed address. */
        get: operations["downloadAddressedFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/type": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Say what kind of file it is. */
        put: operations["changeFileType"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** The links to this file that have not expired, the newest first. Their addresses are not kept. */
        get: operations["listShares"];
        put?: never;
        /** Make a link that downloads this one file until it expires or is revoked. Private projects have none. */
        post: operations["shareFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/share/{shareId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
                shareId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a link. */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{shareToken}/download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shareToken: string;
            };
            cookie?: never;
        };
        /** The bytes behind a link without a password. */
        get: operations["downloadSharedFile"];
        put?: never;
        /** The bytes behind a link with a password. People use its page, which asks for the password. */
        post: operations["unlockSharedFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/file-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The kinds of file there are. */
        get: operations["listFileTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/simulation-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The simulation requests of the projects the person may see, newest first, without their rows. */
        get: operations["listSimulationRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/simulation-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** One request with its rows. While it awaits payment, the payment provider is asked. */
        get: operations["getSimulationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/simulation-requests/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a request that awaits payment. Its payment page closes first, so that nobody can pay it any more. */
        post: operations["cancelSimulationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/simulation-requests/{id}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The payment page of a request that awaits payment. Once it is paid, the address leads to the request. */
        post: operations["resumeCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public keys by which a tool verifies its token. */
        get: operations["getToolKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/{tool}/token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool: "s2spice";
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A token that opens the tool for this person, valid for 24 hours. */
        post: operations["issueToolToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The projects a simulation can be requested for, the newest first. */
        get: operations["listProjectsForRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** The files a simulation can be requested with, the newest first. */
        get: operations["listFilesForRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** The file's bytes, as the file manager asks for them. */
        get: operations["downloadProjectFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a simulation request of at most 1 MB and open the payment page for it.
         * @description Prices and total are recomputed from the price table. The same Idempotency-Key with the same body gives the same request and the same page; with another body it is refused. Once the request is paid, the address leads to it instead; once it is cancelled, the key is free again. A person can have 20 unpaid requests in a project, and a project 1,000 requests in all, of which those that were cancelled unpaid give way to new ones.
         */
        post: operations["startCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The payment provider's word on a checkout, signed by it. */
        post: operations["receivePaymentEvent"];
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
        Problem: {
            /** @example about:blank */
            type: string;
            /** @example Bad Request */
            title: string;
            /** @example 400 */
            status: number;
            detail?: string;
            /**
             * @description Written for the person.
             * @example The project name must not be empty.
             */
            message: string;
            errors?: {
                /** @example name */
                field: string;
                message: string;
            }[];
        };
        StalePrices: components["schemas"]["Problem"] & {
            prices?: components["schemas"]["PriceTable"];
        };
        StaleProject: components["schemas"]["Problem"] & {
            project?: components["schemas"]["Project"];
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        ContactMessage: {
            /** @example Ada Vance */
            name: string;
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
            /** @example Can you simulate a PCIe Gen5 link? */
            message: string;
        };
        /** @description As a browser sends it: a box that is not ticked is left out, and lines end in CRLF. The limits of ContactMessage hold for the trimmed text. */
        ContactForm: {
            name?: string;
            email?: string;
            message?: string;
            acceptsTerms?: string;
        };
        ContactReceipt: {
            /** Format: uuid */
            id: string;
        };
        User: {
            /** @description The token's sub. */
            id: string;
            /** @example user */
            username: string;
            /** @example Uma Sarin */
            fullname: string;
            firstName?: string;
            lastName?: string;
            email?: string;
            /**
             * @example [
             *       "user"
             *     ]
             */
            roles: string[];
        };
        RoleAssignment: {
            /** Format: uuid */
            project_id: string;
            /** Format: email */
            email: string;
            role?: components["schemas"]["Role"];
        };
        /**
         * @default project_manager
         * @enum {string}
         */
        Role: "project_manager" | "organization_admin" | "sysadmin" | "user";
        Member: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            role: components["schemas"]["Role"];
            /** @description Who has created the project cannot be removed from it. */
            isCreator: boolean;
        };
        PriceTable: {
            si: components["schemas"]["Price"][];
            pi: components["schemas"]["Price"][];
        };
        Price: {
            /**
             * @description The interface or the PI type.
             * @example MIPI-D
             */
            name: string;
            /**
             * @description US dollars a row.
             * @example 2000
             */
            unit_price: number;
        };
        Project: {
            /** Format: uuid */
            id: string;
            /** @example OV5640 dual camera */
            name: string;
            notes: string | null;
            /** @default simulation */
            type: string;
            isPrivate: boolean;
            /** @description The creator's sub. */
            created_by: string;
            created_by_name: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            lastActivity: string;
            /** @description Counts the changes of name, notes, type and privacy. */
            version: number;
            fileCount: number;
            /** @description What files/size gives in MB, for every project of a list at once. */
            usedBytes: number;
            /** @example 2147483648 */
            storageLimitBytes: number;
        };
        ProjectDeletion: {
            files: number;
            members: number;
            share_links: number;
            cancelled_requests: number;
            /** @description Why the project cannot be deleted; null when it can. */
            refusal: string | null;
        };
        NewProject: {
            name: string;
            notes?: string;
            uid: string;
            created_by: string;
        };
        ProjectChanges: {
            name?: string;
            notes?: string | null;
            type?: string;
            isPrivate?: boolean;
            /**
             * Format: date-time
             * @description Taken as a hint; the server's clock is kept.
             */
            lastActivity?: string;
        };
        FileList: components["schemas"]["File"][] | {
            files: components["schemas"]["File"][];
            /** @description How many files the project has. */
            total?: number;
        };
        File: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            /**
             * @description With its folders in front, each followed by "/", such as gerber/top.gbr.
             * @example board.kicad_pcb
             */
            name: string;
            /** @description Bytes. */
            size: number;
            sha256: string;
            /**
             * @description No folder counts as Inputs.
             * @enum {string|null}
             */
            folderId: "inputs" | "reports" | null;
            /**
             * @description A file type's name.
             * @example layout
             */
            fileType: string;
            /**
             * Format: date-time
             * @description When the person last changed it
             */
            modified_at: string;
            /** Format: date-time */
            uploaded_at: string;
            metadata: {
                /** @description The type proposed from name and content at upload. */
                file_type: string;
            };
            /** @description Whether a simulation request needs it: deleted, an input leaves the list and its bytes are kept; a report cannot be deleted. */
            pinned?: boolean;
        };
        Upload: {
            /** @description Each with its name, which may have folders in front, such as gerber/top.gbr. */
            files: string[];
            uid: string;
            uname: string;
            uemail?: string;
            /** @description A file type's name; without it one is proposed for each file. */
            ftype?: string;
            /**
             * @description Reports takes no uploads.
             * @default inputs
             * @enum {string}
             */
            folder: "inputs" | "reports";
            /**
             * Format: uuid
             * @description The id of a file in Inputs that the uploaded file, which must be the only one, takes the place of: one comes and the other goes in one step. It may be gone already.
             */
            replaces?: string;
            /**
             * @description Seconds since 1970, one number a file, as a JSON array.
             * @example [1735689600]
             */
            last_modified_times?: string;
        };
        UploadMetadata: {
            /** @description May have folders in front, such as gerber/top.gbr. */
            filename: string;
            uid: string;
            uname: string;
            uemail?: string;
            /** @description A file type's name; without it one is proposed. */
            ftype?: string;
            /**
             * @description Reports takes no uploads.
             * @default inputs
             * @enum {string}
             */
            folder: "inputs" | "reports";
            /**
             * Format: uuid
             * @description The id of a file in Inputs that this one takes the place of: one comes and the other goes in one step. It may be gone already.
             */
            replaces?: string;
            /**
             * @description Seconds since 1970.
             * @example 1735689600
             */
            last_modified?: string;
        };
        FileType: {
            id: number;
            /** @example layout */
            name: string;
        };
        NewShare: {
            /** @default 7 */
            expires_in_days: number;
            password?: string;
        };
        SharePassword: {
            password: string;
        };
        Share: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uri
             * @description The page for the person who is sent the link.
             */
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        ShareEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            created_by_name: string;
            /** Format: date-time */
            expires_at: string;
            has_password: boolean;
        };
        FileAddress: {
            /** Format: uri */
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        SiRow: {
            /** @example MIPI-D */
            interface: string;
            /** @example 1.5 Gbps */
            speed: string;
            /** @description Net names separated by commas. */
            signal_nets: string;
            ground_nets: string;
            clock_signal: string;
            unit_price: number;
        };
        PiRow: {
            /** @example PowerAC */
            type: string;
            power_net: string;
            ground_net: string;
            /** @example 50 mOhm */
            target_impedance: string;
            unit_price: number;
        };
        CheckoutOrder: {
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            layout_file_id: string;
            /** Format: uuid */
            stackup_file_id: string | null;
            /** Format: uuid */
            material_file_id: string | null;
            /** @description US dollars; the sum of all unit prices. */
            total: number;
            /** @description The customer's own reference. */
            purchase_order?: string | null;
            /** @description With the rows of pi, 1000 at most. */
            si: components["schemas"]["SiRow"][];
            pi: components["schemas"]["PiRow"][];
        };
        Checkout: {
            /**
             * Format: uuid
             * @description The simulation request.
             */
            id: string;
            /**
             * Format: uri
             * @description The payment page.
             */
            url: string;
        };
        /** @enum {string} */
        RequestStatus: "draft" | "awaiting payment" | "paid" | "in progress" | "delivered" | "cancelled";
        /** @description A file as it was when the request was made. */
        PinnedFile: {
            /** Format: uuid */
            id: string;
            name: string;
            size: number;
            sha256: string;
        };
        SimulationRequestPage: {
            requests: components["schemas"]["SimulationRequestSummary"][];
            /** @description The cursor of the next page; null on the last. */
            next: string | null;
        };
        SimulationRequestSummary: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            status: components["schemas"]["RequestStatus"];
            total: number;
            /** Format: date-time */
            created: string;
            created_by_name: string;
            /** Format: date-time */
            paid: string | null;
            /** Format: date-time */
            started: string | null;
            /** Format: date-time */
            delivered: string | null;
            /** Format: date-time */
            cancelled: string | null;
            purchase_order: string | null;
        };
        SimulationRequest: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            status: components["schemas"]["RequestStatus"];
            total: number;
            si: components["schemas"]["SiRow"][];
            pi: components["schemas"]["PiRow"][];
            layout: components["schemas"]["PinnedFile"];
            stackup: components["schemas"]["PinnedFile"] | null;
            material: components["schemas"]["PinnedFile"] | null;
            /** Format: date-time */
            created: string;
            created_by_name: string;
            /** Format: date-time */
            paid: string | null;
            /** Format: date-time */
            started: string | null;
            /** Format: date-time */
            delivered: string | null;
            /** Format: date-time */
            cancelled: string | null;
            purchase_order: string | null;
        };
        KeySet: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        ToolToken: {
            /** @description A JWT whose claims are id, email, username, firstName, lastName, roles. */
            token: string;
            /** Format: date-time */
            expires_at: string;
        };
    };
    responses: {
        /** @description What went wrong, and what to do about it. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A file of this name, in any case, is in Inputs already, or two files of the call have the same name. `errors` names the field `files` or `filename`. Nothing of the call is kept; choose another name, or give the id of the file that is there as `replaces`. */
        NameTaken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A page with the reason, and the form with what was typed in it. */
        ContactRetry: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description The bytes. */
        FileBytes: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": string;
            };
        };
    };
    parameters: {
        ProjectId: string;
        RequestId: string;
        FileId: string;
        /** @description 100 unless given. */
        ProjectLimit: number;
        /** @description 1000 unless given. */
        FileLimit: number;
        /** @description Where the page before ended, as that page says. */
        Cursor: string;
        TusVersion: "1.0.0";
        /** @description The token's sub; another one is refused. */
        Uid: string;
        /** @description The token's preferred_username; another one is refused. */
        Uname: string;
    };
    requestBodies: never;
    headers: {
        /** @description The address of the next page, relative to this one's, with `rel="next"` (RFC 8288). Absent on the last page. */
        NextPage: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            503: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    sendContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMessage"];
            };
        };
        responses: {
            /** @description The message is kept. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactReceipt"];
                };
            };
            400: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    sendContactForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ContactForm"];
            };
        };
        responses: {
            /** @description The message is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["ContactRetry"];
            403: components["responses"]["ContactRetry"];
            429: components["responses"]["ContactRetry"];
            default: components["responses"]["ContactRetry"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    assignRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleAssignment"];
            };
        };
        responses: {
            /** @description The member as they now are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What each row of a simulation request costs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceTable"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description The token's sub; another one is refused. */
                uid?: components["parameters"]["Uid"];
                /** @description The token's preferred_username; another one is refused. */
                uname?: components["parameters"]["Uname"];
                /** @description 100 unless given. */
                limit?: components["parameters"]["ProjectLimit"];
                /** @description Where the page before ended, as that page says. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"][];
                };
            };
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["NewProject"];
            };
        };
        responses: {
            /** @description The project. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectChanges"];
            };
        };
        responses: {
            /** @description The project as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            /** @description Somebody has changed the project since. The answer carries it as it now is. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["StaleProject"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    previewDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What goes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDeletion"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description The token's sub; another one is refused. */
                uid?: components["parameters"]["Uid"];
                /** @description 1000 unless given. */
                limit?: components["parameters"]["FileLimit"];
                /** @description Where the page before ended, as that page says. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them, as a list or an object with the list in `files`. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    uploadFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["Upload"];
            };
        };
        responses: {
            /** @description The files as they are kept. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"][];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["NameTaken"];
            413: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    beginUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": components["parameters"]["TusVersion"];
                /** @description The file's size in bytes. */
                "upload-length": string;
                /** @description UploadMetadata: its names each with their value in base64, separated by commas. */
                "upload-metadata": string;
            };
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is begun. Location is its address, relative to this one; Upload-Expires says until when it waits. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["NameTaken"];
            413: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    cancelUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": components["parameters"]["TusVersion"];
            };
            path: {
                id: components["parameters"]["ProjectId"];
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    findUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": components["parameters"]["TusVersion"];
            };
            path: {
                id: components["parameters"]["ProjectId"];
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upload-Offset is the number of bytes that are here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            410: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    continueUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": components["parameters"]["TusVersion"];
                /** @description The number of bytes that are here. */
                "upload-offset": string;
                /** @description UploadMetadata, in the place of what was said when the upload was begun: a name that was taken meanwhile can be changed without sending the bytes again. */
                "upload-metadata"?: string;
            };
            path: {
                id: components["parameters"]["ProjectId"];
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description The file is complete, and kept as an upload of /files would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            /** @description These bytes are here; Upload-Offset says how many there are in all. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            /** @description The bytes do not continue the upload where it stands; or, where `errors` names the field `filename`, somebody else has taken the name meanwhile. What has arrived waits: continue with upload-metadata that says another name, or what is replaced. Of an upload that is complete the last byte is sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getFilesSize: {
        parameters: {
            query?: {
                /** @description The token's sub; another one is refused. */
                uid?: components["parameters"]["Uid"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description MB used. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    exportInputsZip: {
        parameters: {
            query?: {
                /** @description The token's sub; another one is refused. */
                uid?: components["parameters"]["Uid"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    exportInputsCsv: {
        parameters: {
            query?: {
                /** @description The token's sub; another one is refused. */
                uid?: components["parameters"]["Uid"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line a file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description The token's sub; another one is refused. */
                uid?: components["parameters"]["Uid"];
                /** @description 100 unless given. */
                limit?: number;
                /** @description Where the page before ended, as that page says. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"][];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone from the list. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    downloadFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileBytes"];
            206: components["responses"]["FileBytes"];
            404: components["responses"]["Problem"];
            416: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    addressFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileAddress"];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    downloadAddressedFile: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileBytes"];
            206: components["responses"]["FileBytes"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    changeFileType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A file type's name in any case.
                     * @example layout
                     */
                    fileType: string;
                };
            };
        };
        responses: {
            /** @description The file as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listShares: {
        parameters: {
            query?: {
                /** @description 50 unless given. */
                limit?: number;
                /** @description Where the page before ended, as that page says. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareEntry"][];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    shareFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewShare"];
            };
        };
        responses: {
            /** @description The link. Its address is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    downloadSharedFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shareToken: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileBytes"];
            206: components["responses"]["FileBytes"];
            401: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    unlockSharedFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shareToken: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharePassword"];
            };
        };
        responses: {
            200: components["responses"]["FileBytes"];
            206: components["responses"]["FileBytes"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listFileTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileType"][];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSimulationRequests: {
        parameters: {
            query?: {
                project_id?: string;
                /** @description 50 unless given. */
                limit?: number;
                /** @description Where the page before ended, as that page says. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulationRequestPage"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getSimulationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulationRequest"];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    cancelSimulationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled request. Cancelling it again changes nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulationRequest"];
                };
            };
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    resumeCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the person pays. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getToolKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Web Key Set (RFC 7517). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    issueToolToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool: "s2spice";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolToken"];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listProjectsForRequest: {
        parameters: {
            query?: {
                /** @description 100 unless given. */
                limit?: components["parameters"]["ProjectLimit"];
                /** @description Where the page before ended, as that page says. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"][];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listFilesForRequest: {
        parameters: {
            query?: {
                /** @description 1000 unless given. */
                limit?: components["parameters"]["FileLimit"];
                /** @description Where the page before ended, as that page says. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them, as a list or an object with the list in `files`. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    downloadProjectFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileBytes"];
            206: components["responses"]["FileBytes"];
            404: components["responses"]["Problem"];
            416: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutOrder"];
            };
        };
        responses: {
            /** @description Where the person pays. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            /** @description The prices have changed, and the answer carries the current table; or there can be no more requests. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["StalePrices"];
                };
            };
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Noted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
}
