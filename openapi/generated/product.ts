// Generated from openapi/product.yaml by npm run contract. Do not edit.

export interface paths {
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether the API is available. */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what changes in the caller's projects.
         * @description Server-sent events. An event `change` names what has changed, so that it can be loaded again; the kind `prices` concerns everybody. Events may be repeated. `by` is the `tab-id` header of the caller's own call that made the change, so that this tab can ignore the event. An event `reset` means that everything may have changed. An event `position` follows after the events that were missed. The response ends when the token expires; a client continues with the last id that it has received.
         */
        get: operations["followChanges"];
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
        /** Send a visitor's message to the operator. */
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
        /** Send the contact form without JavaScript. Responds with an HTML page. */
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
        /** Get the signed-in user, as described by the token. */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/me/billing-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the billing details of the signed-in user's most recent order. */
        get: operations["getBillingDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the personal data stored about the signed-in user as a zip.
         * @description JSON files with the account, memberships, invitations, files, share links, comments, notices, billing details, drafts, simulation requests, messages to and from the company, and activity. The content of files is downloaded from their projects.
         */
        get: operations["exportMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/me/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the personal data of the signed-in user for good.
         * @description Projects without other members are deleted. Orders are kept without the user's name; their invoices keep the billing details that they show. Files that an order needs are kept, without their names, until their retention ends. With `remove_files`, they are deleted; this is rejected while a request awaits payment, is paid or is in progress.
         */
        post: operations["deleteMe"];
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
         * Add a known user to a project, or change a member's role.
         * @description A project manager can add users with the role project_manager or user. Only organization_admin and sysadmin can assign other roles or change the role of a member.
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
        /** Get the current price table. The request form offers all of its rows. */
        get: operations["getPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the published news and publications, in the order of the home page. Can be cached for a few seconds. */
        get: operations["getNews"];
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
        /** List the projects that the user can see, newest first. */
        get: operations["listProjects"];
        put?: never;
        /** Create a project. Its creator becomes its first member. A repeated call with the same idempotency key returns the same project and updates its name and notes, unless it has been changed since. Rejected (409) if another project has the same name, ignoring case, or if the user already has 1,000 projects. */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sample-project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Return the user's sample project, a small board with its stackup and a delivered request. It is created on the first call, and again after it has been deleted. Rejected (409) if the user already has 1,000 projects. */
        post: operations["openSampleProject"];
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
        /** Change a project's name, notes, type or privacy. With If-Match, only if the project still has that version or already has all the sent values, so that a call whose response was lost can be repeated. */
        put: operations["updateProject"];
        post?: never;
        /** Delete a project with its files. Requires project_manager, organization_admin or sysadmin. Rejected while one of its simulation requests awaits payment, is paid or in progress, or was delivered within the retention period. The deletion can be undone for 30 seconds. */
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
        /** Get what would be lost if a project were deleted, or the reason why it cannot be deleted. */
        get: operations["previewDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/budget": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** Get the project's budget for simulation requests, and how much of it is used. */
        get: operations["getProjectBudget"];
        /** Set or remove the project's budget. It may be less than what is already spent; further orders are then rejected. Rejected if the budget has changed in the meantime. A repeated call has no effect. */
        put: operations["setProjectBudget"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/restore": {
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
        /** Undo the deletion of a project within 30 seconds. Requires project_manager, organization_admin or sysadmin. Rejected if another project has taken its name. A project that is not deleted stays as it is. */
        post: operations["restoreProject"];
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
        /** List the project's files, newest first. With a limit, returns an object with a page and the total number. */
        get: operations["listFiles"];
        put?: never;
        /** Upload one or more files to Inputs. Either all of them are stored or none. Rejected (413) if the files exceed the project's storage or its limit of 10,000 files. Files that the same user has already stored with the same names and content are returned, so that a call whose response was lost can be repeated. */
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
        /** Start a resumable upload of one file to Inputs (tus 1.0.0, the protocol for resumable uploads, with the extensions creation, termination and expiration). Recommended for large files. */
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
        /** Cancel an unfinished upload and delete its bytes. */
        delete: operations["cancelUpload"];
        options?: never;
        /** Get the state of an upload. Only the user who started it can query, continue or cancel it. */
        head: operations["findUpload"];
        /** Send bytes of an upload, starting at an offset. Received bytes are stored even if the call fails. */
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
        /** Get the project's used storage in MB of 1,048,576 bytes (may be fractional). */
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
        /** Download the project's inputs as a zip. */
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
        /** Download the list of the project's inputs as CSV. */
        get: operations["exportInputsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** List who did what in the project, newest first. */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/activity/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** Download everything that was done in the project as CSV. Requires organization_admin or sysadmin. */
        get: operations["exportActivityCsv"];
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
        /** List the members of the project in the order in which they joined. */
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
        /** Remove a member. The creator cannot be removed. */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** List the invitations that were neither accepted nor revoked, newest first. Expired ones can be sent again. */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person to the project by e-mail. The link in the e-mail is valid for 7 days and works once.
         * @description Accepting the invitation requires a sign-in with the same e-mail address, and makes the person a member. It grants no realm role. If the address already has an open invitation, that one is returned, with the role from this call.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
                invitationId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation. Its link no longer works. */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/invitations/{invitationId}/sending": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
                invitationId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an invitation again, with a new link that is valid for 7 days. Earlier links no longer work. */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/acceptance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join the project to which the caller was invited. The call can be repeated. */
        post: operations["acceptInvitation"];
        delete?: never;
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
        /** Delete a file. If a simulation request needs it, it is only removed from the list. Rejected for a report of a paid request during its retention period. The deletion can be undone for 30 seconds. */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/restore": {
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
        /** Undo the deletion of a file within 30 seconds, with its revisions and share links. Rejected if another file has taken its name, or if the project has no room for it. A file that is not deleted stays as it is. */
        post: operations["restoreFile"];
        delete?: never;
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
        /** Download the file as an attachment. Supports range requests. */
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
        /** Create a short-lived signed URL of this file that a browser can stream directly. */
        post: operations["createDownloadUrl"];
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
        /** Download a file with a signed URL. */
        get: operations["downloadAddressedFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** List the revisions of a file, newest upload first. The id can be that of any revision. */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/revisions/{revisionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
                revisionId: components["parameters"]["RevisionId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Write a note about a revision. */
        put: operations["changeRevision"];
        post?: never;
        /** Delete an earlier revision. Rejected while a simulation request needs it, and for the current revision. */
        delete: operations["deleteRevision"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/revisions/{revisionId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
                revisionId: components["parameters"]["RevisionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an earlier revision the current one. The current one becomes an earlier revision. */
        post: operations["restoreRevision"];
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
        /** Change the type of a file. */
        put: operations["changeFileType"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** Get the thumbnail of a board. */
        get: operations["getThumbnail"];
        /** Store a small picture of a board. It is decoded and encoded again, so that nothing but its pixels is stored. */
        put: operations["storeThumbnail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Record that the caller has seen everything new in a file up to a time. The file is then no longer marked as new, in any tab. */
        put: operations["seeFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** List the comment threads of a file, newest first. They belong to all its revisions. */
        get: operations["listComments"];
        put?: never;
        /** Begin a thread. A repeated call with the same id returns the same thread. */
        post: operations["addComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's notices, newest first, and count the unread ones. */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notices/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mark the caller's own notices as read, either the given ones, all about a request, or all up to a time. */
        put: operations["readNotices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notices/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how the caller receives each kind of notice. */
        get: operations["getNoticeSettings"];
        /** Change how the caller receives a kind of notice. The change applies to later notices. */
        put: operations["changeNoticeSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Change the text of the caller's own comment. */
        put: operations["changeComment"];
        post?: never;
        /** Delete the caller's own comment. If it has replies, only its text is deleted. */
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/{id}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reply to a thread, identified by its first comment. A repeated call with the same id returns the same thread. */
        post: operations["replyToComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/{id}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Resolve or reopen a thread, identified by its first comment. */
        put: operations["resolveComment"];
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
        /** List the links to this file that have not expired, newest first. Their URLs are not stored. */
        get: operations["listShares"];
        put?: never;
        /** Create a link to this file that works until it expires or is revoked. Not available in private projects. */
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
        /** Revoke a link. */
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
        /** Download the file of a link without a password. */
        get: operations["downloadSharedFile"];
        put?: never;
        /** Download the file of a link with a password. Users open the link's page, which asks for the password. */
        post: operations["unlockSharedFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find files by a part of their name in all projects that the user can see, newest upload first. */
        get: operations["searchFiles"];
        put?: never;
        post?: never;
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
        /** List the file types. */
        get: operations["listFileTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/request-draft": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** Get the caller's draft of a simulation request for the project. Nobody else can read it. */
        get: operations["getRequestDraft"];
        /** Save the caller's draft for the project. With If-Match, only over the version with that stamp; without it, only if there is none. A call with the stamp of the current version changes nothing, so that a call whose response was lost can be repeated. A draft has at most 512 KB (413), and a person at most 200 drafts (409). */
        put: operations["saveRequestDraft"];
        post?: never;
        /** Delete the caller's draft for the project. With If-Match, only the version with that stamp. */
        delete: operations["deleteRequestDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/request-drafts/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the project of the draft that the caller saved last. */
        get: operations["getLatestRequestDraft"];
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
        /** List the simulation requests of the projects that the user can see, newest first, without their rows. Without project_id, this includes the user's own paid requests whose project was deleted. */
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
        /** Get a request with its rows. If it awaits payment, its state is queried from the payment provider. */
        get: operations["getSimulationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/simulation-requests/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** Get the report of a request's delivery, with the checks of each row. */
        get: operations["getRequestReport"];
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
        /** Cancel a request that awaits payment. Its payment page is closed first, so that it can no longer be paid. */
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
        /** Get the payment page of a request that awaits payment. If it has been paid, the URL leads to the request. */
        post: operations["resumeCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/simulation-requests/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** List the messages between the customer and the staff about a request, newest first. */
        get: operations["listRequestMessages"];
        put?: never;
        /** Write to the staff, or answer one of their questions. Once all questions are answered, the delivery date is postponed by the time that the answers took. */
        post: operations["addRequestMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/simulation-requests/{id}/attachments": {
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
        /** Upload a file of at most 25 MB for a message to the staff. The attachments of a request can have at most 500 MB in total. */
        post: operations["addRequestAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/simulation-requests/{id}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
                fileId: string;
            };
            cookie?: never;
        };
        /** Download a file of a request: one with which it was ordered, even if it was deleted from the project, a delivered one, or an attachment of a message. Supports range requests. */
        get: operations["downloadRequestFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of the price table, the latest date first.
         * @description The current version is the one with the latest date that has passed; those with later dates are planned. At most 20 versions are planned, so the first page contains the current one by default.
         */
        get: operations["listPriceVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/prices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Plan a version of the price table, change a planned one, or change the prices immediately.
         * @description A version that has taken effect never changes. Rejected if the versions have changed since the caller saw them. A repeated call changes nothing. Open pages load the new prices when the version takes effect.
         */
        put: operations["savePriceVersion"];
        post?: never;
        /** Remove a planned version. Rejected if the versions have changed since the caller saw them. */
        delete: operations["deletePriceVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/accounting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the months of the last ten years that have invoices or credit notes, newest first.
         * @description Months begin and end in UTC. Trial orders are not included, because they have neither.
         */
        get: operations["listAccountingMonths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/accounting/{month}/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: components["schemas"]["AccountingMonthName"];
            };
            cookie?: never;
        };
        /** Download the invoices and credit notes of a month as CSV, each in the order of their numbers. */
        get: operations["exportAccountingCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List everyone who has submitted a simulation request, the newest request first. Requests of sample projects do not count.
         * @description A customer who orders between two pages moves to the first one.
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The customer's sub. */
                id: string;
            };
            cookie?: never;
        };
        /** Get a customer with their spending by month and their roles. */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what in all projects, newest first.
         * @description For a private project, only entries about its paid requests are listed: those of requests that are paid, in progress or delivered. This also applies to projects that were private when they were deleted.
         */
        get: operations["listStaffActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/activity/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the entries that listStaffActivity lists with the same filters as CSV. */
        get: operations["exportStaffActivityCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/failed-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the jobs that the server has given up on, such as e-mails that could not be sent, oldest first. At most 200 are listed. */
        get: operations["listFailedJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/failed-jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Discard an e-mail that could not be sent. Rejected for other jobs, which have to be completed. A repeated call has no effect. */
        delete: operations["discardFailedJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/failed-jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a job again, with the same number of attempts as a new one. A repeated call has no effect. */
        post: operations["retryFailedJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the news items, including those that are not published, in the order of the home page.
         * @description At most 100 can be stored, so the list has one page.
         */
        get: operations["listStaffNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/news/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Add a news item, change it, publish it, or unpublish it.
         * @description Only the harmless elements of its HTML are stored. The public pages change immediately. With If-Match, the item is stored only if it still has that version; without it, only if it does not exist. A repeated call changes nothing.
         */
        put: operations["saveStaffNews"];
        post?: never;
        /** Delete a news item that is not published. With If-Match, only if it still has that version. */
        delete: operations["deleteStaffNews"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/news-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a news item as it would be published. Stores nothing. */
        post: operations["previewStaffNews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the publications, including those that are not published, in the order of the home page.
         * @description At most 100 can be stored, so the list has one page.
         */
        get: operations["listStaffPublications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/publications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Add a publication, change it, publish it, or unpublish it.
         * @description The other publications move down or up in the list. The public pages change immediately. With If-Match, the publication is stored only if it still has that version; without it, only if it does not exist. A repeated call changes nothing.
         */
        put: operations["saveStaffPublication"];
        post?: never;
        /** Delete a publication that is not published. With If-Match, only if it still has that version. */
        delete: operations["deleteStaffPublication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the simulation requests of all customers, except those of sample projects.
         * @description The states `open`, `paid` and `in progress` are ordered by the date on which the delivery is due, earliest first; the others by the date of the order, newest first.
         */
        get: operations["listStaffRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** Get a request with its rows, its customer, and the staff's data about it. */
        get: operations["getStaffRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Assign a paid request to the caller, or unassign it. Rejected if its assignee has changed in the meantime. */
        put: operations["assignStaffRequest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/start": {
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
        /** Mark a paid request as in progress. The customer is notified. The request is assigned to the caller unless it already has an assignee. */
        post: operations["startStaffRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/storage-limit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Change the storage limit of the project of a paid request. The members of the project can see it. Rejected if the limit has changed in the meantime, or is less than the project uses or than the usual limit. A repeated call has no effect. */
        put: operations["changeStorageLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Replace the private notes. Rejected if they have another version. Customers never see them. */
        put: operations["changeStaffNotes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/checklist": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Mark an item of the checklist as done or not done. */
        put: operations["changeStaffChecklist"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** List the messages between the customer and the staff about a request, newest first. */
        get: operations["listStaffMessages"];
        put?: never;
        /** Write to the customer of a request. */
        post: operations["addStaffMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/attachments": {
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
        /** Upload a file of at most 25 MB for a message to the customer. The attachments of a request can have at most 500 MB in total. */
        post: operations["addStaffAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** Download the inputs of a paid request as a zip, even if the project is private. The project's activity shows who did so. */
        get: operations["exportStaffFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
                fileId: string;
            };
            cookie?: never;
        };
        /** Download a file with which a paid request was ordered, a delivered one, or an attachment of a message, even if the project is private. The project's activity shows who did so. Supports range requests. */
        get: operations["downloadStaffFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** Get the report of a paid request's delivery, as its customer sees it. */
        get: operations["getStaffReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/cancel": {
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
        /** Cancel a request that is not delivered, without a refund. An open payment page is closed first, so that the request can no longer be paid. */
        post: operations["cancelStaffRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/refunds": {
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
        /** Refund rows of a paid request, and optionally cancel it. The payment provider makes the refund shortly afterwards, and the customer is notified then. A row can be refunded only once. A repeated call with the same id has no effect. */
        post: operations["refundStaffRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/requests/{id}/deliveries": {
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
        /** Deliver files to the project's Reports, or correct the delivery of a request. Either all of them are stored or none. The customer is notified. A repeated call with the same id has no effect. Rejected if someone else delivered in the meantime. */
        post: operations["deliverStaffRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/contact-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages that visitors sent with the contact form.
         * @description The states `open`, `new` and `assigned` list the oldest message first, `done` and `all` the newest.
         */
        get: operations["listContactMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/contact-messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        /** Get a visitor's message with its answers and the staff's notes. */
        get: operations["getContactMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/contact-messages/{id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Assign a message to the caller, or unassign it. Rejected if it is done, or its assignee has changed in the meantime. */
        put: operations["assignContactMessage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/contact-messages/{id}/done": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Mark a message as done, or reopen it. Rejected if its assignee has changed in the meantime. */
        put: operations["closeContactMessage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/contact-messages/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Replace the private notes about a message. Rejected if they have another version. The visitor never sees them. */
        put: operations["changeContactNotes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staff/contact-messages/{id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a message by e-mail. The answer is stored, and sent shortly afterwards. A message without an assignee is assigned to the caller. A repeated call with the same id has no effect. Rejected without a mail server, if the message is done, or if its assignee or answers have changed in the meantime. */
        post: operations["answerContactMessage"];
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
        /** Get the public keys with which tools verify their tokens. */
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
        /** Issue a token that signs the user in to the tool, valid for 24 hours. */
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
        /** List the projects for which a simulation can be requested, newest first. */
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
        /** List the files with which a simulation can be requested, newest first. */
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
        /** Download the file, as used by the file manager. */
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
         * Create a simulation request of at most 1 MB and open its payment page.
         * @description Prices and total are recomputed from the price table. The same Idempotency-Key with the same body returns the same request and page; with a different body, it is rejected. Once the request is paid, the URL leads to the request instead; once it is canceled, the key can be used again. A user can have 20 unpaid requests per project, and a project can have 1,000 requests in total. Requests that were canceled unpaid are replaced by new ones.
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
        /** Receive a signed event from the payment provider. */
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
             * @description Written for the user.
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
        StaleRequestDraft: components["schemas"]["Problem"] & components["schemas"]["KeptRequestDraft"];
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
        /** @description The form as sent by a browser: an unchecked box is omitted, and lines end in CRLF. The limits of ContactMessage apply to the trimmed text. */
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
        PersonDeletion: {
            /** @description The caller's username, as a confirmation. */
            username: string;
            /**
             * @description Also deletes the files that orders need.
             * @default false
             */
            remove_files: boolean;
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
            /** @description The creator cannot be removed from the project. */
            isCreator: boolean;
        };
        NewInvitation: {
            /** Format: email */
            email: string;
            role?: components["schemas"]["Role"];
        };
        Invitation: {
            /** Format: uuid */
            id: string;
            email: string;
            role: components["schemas"]["Role"];
            /** @description The name of the person who sent the invitation. */
            invited_by: string;
            /**
             * Format: date-time
             * @description When the invitation was last sent.
             */
            sent_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        SentInvitation: components["schemas"]["Invitation"] & {
            /** @description The link, if the server sends no e-mails; it is returned only this once. Null if an e-mail is sent. */
            url: string | null;
        };
        PriceTable: {
            si: components["schemas"]["Price"][];
            pi: components["schemas"]["Price"][];
            /**
             * @description A simulation is delivered within this many business days of its payment.
             * @example 10
             */
            turnaround_days?: number;
            /**
             * Format: uuid
             * @description The version of the table.
             */
            version?: string;
            /**
             * Format: date-time
             * @description When this version took effect.
             */
            valid_from?: string;
            /** @description Present and true on a trial site, where orders are not fulfilled. */
            trial?: boolean;
            /** @description Present if tax is added to orders. It depends on the country and the region of the billing details. */
            tax_rates?: components["schemas"]["TaxRate"][];
        };
        TaxRate: {
            country: components["schemas"]["CountryCode"];
            /**
             * @description A subdivision code of ISO 3166-2 without the country. Absent if the rate applies to the rest of the country.
             * @example CA
             */
            region?: string;
            /** @example VAT */
            name: string;
            rate: components["schemas"]["TaxRateValue"];
        };
        /**
         * @description In thousandths of a percent.
         * @example 19000
         */
        TaxRateValue: number;
        /**
         * @description A country code of ISO 3166-1.
         * @example DE
         */
        CountryCode: string;
        /** @description The tax of an order, which is charged in addition to its total: the total times the rate, rounded to the nearest cent, with half a cent rounded up. */
        OrderTax: {
            /** @example VAT */
            name: string;
            rate: components["schemas"]["TaxRateValue"];
            /** @description US cents. */
            cents: number;
        };
        /** @description Printed on invoices. Everything is optional, except the country if tax depends on it. Unknown fields are empty. */
        BillingDetails: {
            company: string;
            address_1: string;
            address_2: string;
            postal_code: string;
            city: string;
            /** @description A code of the tax rates, if there are several for the country. */
            region: string;
            /** @description A country code of ISO 3166-1, or empty. */
            country: string;
            /** @description The customer's VAT or tax number. */
            tax_id: string;
        };
        KnownBillingDetails: {
            billing: components["schemas"]["BillingDetails"] | null;
        };
        ProjectBudget: {
            /** @description US dollars. Null if there is none. */
            budget: number | null;
            /** @description The amount that was paid minus refunds, including tax and without trial orders. */
            spent_cents: number;
            /** @description The total, including tax, of the orders whose payment pages are open. */
            open_cents: number;
        };
        Price: {
            /**
             * @description The interface or the PI type.
             * @example MIPI-D
             */
            name: string;
            /**
             * @description US dollars per row.
             * @example 2000
             */
            unit_price: number;
            /** @description What the customer gets for a row. Absent if the product's own text applies. */
            text?: string;
        };
        /** @description Changes whenever a version is added, changed or removed, and when another version takes effect. */
        PriceRevision: string;
        PriceVersionPage: {
            versions: components["schemas"]["PriceVersion"][];
            current: components["schemas"]["PriceVersion"];
            revision: components["schemas"]["PriceRevision"];
            /**
             * Format: date-time
             * @description The database's time, which decides which version is in effect.
             */
            now: string;
            /** @description The cursor of the next page. */
            next: string | null;
        };
        PriceVersion: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            valid_from: string;
            si: components["schemas"]["Price"][];
            pi: components["schemas"]["Price"][];
            turnaround_days: number;
            /** @description The name of the person who made the version. Null for the first version. */
            by: string | null;
            /**
             * Format: date-time
             * @description When the version was made or last changed.
             */
            created: string;
        };
        NewPriceVersion: {
            /**
             * Format: date-time
             * @description In the future, at most two years ahead. Null to change the prices immediately.
             */
            valid_from: string | null;
            si: components["schemas"]["NewPrice"][];
            pi: components["schemas"]["NewPrice"][];
            /** @description Business days. */
            turnaround_days: number;
            revision: components["schemas"]["PriceRevision"];
        };
        NewPrice: {
            /** @description Unique in the version, ignoring case. */
            name: string;
            /** @description Whole US dollars per row. */
            unit_price: number;
            /** @description What the customer gets for a row. */
            text: string;
        };
        NewsItem: {
            id: number;
            /**
             * @description The path of a picture of the site.
             * @example /news/designcon.svg
             */
            image: string;
            /** @description Text for display that ends with a day, such as "28-30 Jan 2025". */
            date: string;
            title: string;
            /** @description Harmless HTML. */
            content: string;
        };
        Publication: {
            id: number;
            title: string;
            url: string | null;
            authors: string;
            conference: string;
            /** @description Whether the authors and the conference are shown initially. */
            expanded: boolean;
            /** @description Whether the publication is in the short list. */
            alway_show: boolean;
        };
        SiteNews: {
            /** @description The latest date first. */
            news: components["schemas"]["NewsItem"][];
            publications: components["schemas"]["Publication"][];
        };
        NewsContent: {
            /** @description One of the pictures of the site. */
            image: string;
            /** @description Text for display that ends with a day, such as "28-30 Jan 2025". */
            date: string;
            title: string;
            /** @description HTML. Parts that are not allowed are removed. */
            content: string;
        };
        NewNewsItem: {
            /** @description One of the pictures of the site. */
            image: string;
            /** @description Text for display that ends with a day, such as "28-30 Jan 2025". */
            date: string;
            title: string;
            /** @description HTML. Parts that are not allowed are removed. */
            content: string;
            published: boolean;
        };
        NewsPreview: {
            image: string;
            date: string;
            title: string;
            /** @description Harmless HTML. */
            content: string;
            /** @description Whether the given HTML contains parts that are not allowed. */
            removed: boolean;
        };
        StaffNewsList: {
            items: components["schemas"]["StaffNewsItem"][];
        };
        StaffNewsItem: {
            /** Format: uuid */
            id: string;
            /** @description The id on the home page. */
            number: number;
            published: boolean;
            version: number;
            /** @description The name of the person who changed it last. Null if nobody has. */
            by: string | null;
            /** Format: date-time */
            changed: string;
            image: string;
            date: string;
            title: string;
            /** @description Harmless HTML. */
            content: string;
        };
        NewPublication: {
            title: string;
            /** @description A web address; null if there is none. */
            url: string | null;
            /** @description Names, separated by commas. */
            authors: string;
            conference: string;
            /** @description The position in the list; 1 is the first. */
            place: number;
            published: boolean;
        };
        StaffPublicationList: {
            items: components["schemas"]["StaffPublication"][];
        };
        StaffPublication: {
            /** Format: uuid */
            id: string;
            /** @description The id on the home page. */
            number: number;
            published: boolean;
            version: number;
            /** @description The name of the person who changed it last. Null if nobody has. */
            by: string | null;
            /** Format: date-time */
            changed: string;
            title: string;
            url: string | null;
            authors: string;
            conference: string;
            place: number;
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
            /** @description Counts the changes to name, notes, type and privacy. */
            version: number;
            fileCount: number;
            /** @description The used storage in bytes; files/size returns it in MB. */
            usedBytes: number;
            /** @example 2147483648 */
            storageLimitBytes: number;
            /** @description The status of the project's newest simulation request; null if there is none. */
            newestRequest: components["schemas"]["RequestStatus"] | null;
            /**
             * Format: uuid
             * @description The id of the listed file whose thumbnail was stored last; null if there is none.
             */
            thumbnail: string | null;
            /** @description The name of the listed file that was uploaded last; null if there is none. */
            newestFile?: string | null;
            /** @description How many comment threads of its listed files are not resolved. */
            openComments: number;
            /** @description Whether a file has a report or comment that the caller, a member, has not seen. */
            hasNews?: boolean;
            /** @description Whether the caller has an unread notice about one of its requests. */
            hasRequestNews?: boolean;
        };
        Thumbnail: {
            /** @description A PNG in Base64: 8-bit RGB or RGBA, not interlaced, at most 320 px wide and 240 px high, and at most 20 KB (20,480 bytes). */
            png: string;
        };
        ProjectDeletion: {
            files: number;
            members: number;
            share_links: number;
            cancelled_requests: number;
            /** @description Why the project cannot be deleted; null if it can. */
            refusal: string | null;
        };
        /** @enum {string} */
        NoticeKind: "mention" | "reply" | "delivery" | "request" | "message" | "quota" | "membership" | "invitation";
        /**
         * @description What happened to a request or a membership, or what a message asks for.
         * @enum {string}
         */
        NoticeDetail: "paid" | "in progress" | "cancelled" | "refunded" | "corrected" | "question" | "assumptions" | "added" | "removed" | "written" | "answered" | "disputed" | "dispute decided";
        /**
         * @description By e-mail immediately, in a daily e-mail, only in the list of notices, or not at all.
         * @enum {string}
         */
        NoticeDelivery: "email" | "digest" | "header" | "off";
        NoticeDeliveries: {
            mention: components["schemas"]["NoticeDelivery"];
            reply: components["schemas"]["NoticeDelivery"];
            delivery: components["schemas"]["NoticeDelivery"];
            request: components["schemas"]["NoticeDelivery"];
            message: components["schemas"]["NoticeDelivery"];
            quota: components["schemas"]["NoticeDelivery"];
            membership: components["schemas"]["NoticeDelivery"];
            invitation: components["schemas"]["NoticeDelivery"];
        };
        NoticeSettings: {
            deliveries: components["schemas"]["NoticeDeliveries"];
            /** @description The address to which e-mails are sent; null if this person has none, or the server sends no e-mails. */
            email: string | null;
        };
        Notice: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["NoticeKind"];
            detail: components["schemas"]["NoticeDetail"] | null;
            /**
             * Format: uuid
             * @description Null for the staff, who are notified of the requests of all projects.
             */
            project_id: string | null;
            /** @description The name at that time; empty for the staff. */
            project_name: string;
            /** @description The name of the file, request or project at that time. */
            subject: string;
            /** @description Who caused the notice; null for the company, the product and the payment provider. */
            person: string | null;
            /** @description The beginning of the comment. */
            text: string | null;
            /**
             * Format: uuid
             * @description The listed revision of the file; null if it was deleted.
             */
            file_id: string | null;
            /** Format: uuid */
            request_id: string | null;
            /** Format: uuid */
            comment_id: string | null;
            /** Format: date-time */
            created: string;
            read: boolean;
        };
        NoticePage: {
            notices: components["schemas"]["Notice"][];
            /** @description The cursor of the next page; null on the last page. */
            next: string | null;
            /** @description How many notices are not read; 100 stands for 100 or more. */
            unread: number;
        };
        /** @description Plain text. Not empty after trimming. */
        CommentText: string;
        /** @description The ids of mentioned members, as in the list of members. */
        CommentMentions: string[];
        /** @description The place in a file. */
        CommentAnchor: {
            /** @constant */
            kind: "board";
            /** @description In mm. */
            x: number;
            /** @description In mm. */
            y: number;
            layer?: string;
        } | {
            /** @constant */
            kind: "net";
            net: string;
        } | {
            /** @constant */
            kind: "curve";
            /** @example S21 */
            curve: string;
            /** @description The frequency in Hz. */
            x: number;
        } | {
            /** @constant */
            kind: "line";
            line: number;
        } | {
            /** @constant */
            kind: "page";
            page: number;
        };
        Comment: {
            /** Format: uuid */
            id: string;
            author_name: string;
            /** @description Whether the caller wrote it. */
            is_own: boolean;
            /** @description Plain text. Empty if the comment was deleted. */
            text: string;
            /** @description The names of the mentioned members. */
            mentions: string[];
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            edited: string | null;
            /** @description Its author deleted it, and it has replies. */
            deleted: boolean;
        };
        CommentThread: {
            /**
             * Format: uuid
             * @description The id of the first comment.
             */
            id: string;
            /**
             * Format: uuid
             * @description The listed revision of the file.
             */
            file_id: string;
            /** @description The place in the file. Null for the file as a whole. */
            anchor: components["schemas"]["CommentAnchor"] | null;
            /** Format: date-time */
            resolved: string | null;
            resolved_by_name: string | null;
            /** @description The first comment and its replies, oldest first. */
            comments: components["schemas"]["Comment"][];
        };
        FoundFile: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            /** @description inputs or reports. Null is treated as inputs. */
            folderId: string | null;
            /** Format: date-time */
            uploaded_at: string;
        };
        /** @enum {string} */
        ActivityKind: "project created" | "project renamed" | "project changed" | "project privacy changed" | "project deleted" | "project restored" | "file uploaded" | "file revised" | "file type changed" | "revision restored" | "revision deleted" | "file deleted" | "file restored" | "comment added" | "comment resolved" | "comment reopened" | "comment deleted" | "link created" | "link revoked" | "person invited" | "invitation revoked" | "member joined" | "member added" | "member role changed" | "member removed" | "request ordered" | "request paid" | "request started" | "request delivered" | "delivery corrected" | "request cancelled" | "request refunded" | "request disputed" | "request files opened" | "storage limit raised" | "storage limit lowered" | "budget changed";
        ActivityPerson: {
            /** @description The user's sub. */
            id: string;
            name: string;
        };
        ActivityEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            /**
             * @description An ActivityKind. Later versions may add kinds.
             * @example file uploaded
             */
            kind: string;
            /** @description Who did it. Null if the product or the payment provider did it. */
            person: components["schemas"]["ActivityPerson"] | null;
            /**
             * @description The name of the file, member, project or layout at that time; empty for invitations.
             * @example board.kicad_pcb
             */
            subject: string;
            /** @description The previous name, type, role, privacy, storage limit or budget. */
            before: string | null;
            /** @description The new name, type, role, privacy, storage limit or budget, the role of an invitation, the total of an order, the amount of a refund, the state of a dispute, or the changed fields of a project. */
            after: string | null;
            /**
             * Format: uuid
             * @description The file may have been deleted since.
             */
            file_id: string | null;
            /** Format: uuid */
            request_id: string | null;
        };
        ActivityPage: {
            entries: components["schemas"]["ActivityEntry"][];
            /** @description The cursor of the next page; null on the last page. */
            next: string | null;
            /** @description On the first page: the people with an entry in this project, at most 200. */
            people?: components["schemas"]["ActivityPerson"][];
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
             * @description Ignored; the server uses its own clock.
             */
            lastActivity?: string;
        };
        FileList: components["schemas"]["File"][] | {
            files: components["schemas"]["File"][];
            /** @description The number of files in the project. */
            total?: number;
        };
        File: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            /**
             * @description May include folders, each followed by "/", such as gerber/top.gbr.
             * @example board.kicad_pcb
             */
            name: string;
            /** @description Bytes. */
            size: number;
            sha256: string;
            /**
             * @description Null is treated as Inputs.
             * @enum {string|null}
             */
            folderId: "inputs" | "reports" | null;
            /**
             * @description The name of a file type.
             * @example layout
             */
            fileType: string;
            /**
             * Format: date-time
             * @description The modification time on the user's computer.
             */
            modified_at: string;
            /** Format: date-time */
            uploaded_at: string;
            metadata: {
                /** @description The type that was proposed at upload, based on name and content. */
                file_type: string;
            };
            /** @description Whether a simulation request needs the file. Such an input can only be removed from the list; such a report cannot be deleted. */
            pinned?: boolean;
            /** @description How many revisions of the file there are, with this one. */
            revisions?: number;
            /** @description Bytes of all revisions. */
            total_size?: number;
            /** @description How many comment threads of the file are not resolved. */
            open_comments?: number;
            /**
             * Format: date-time
             * @description The time of the newest report, or comment by somebody else, that the caller, a member, has not seen; null if there is none.
             */
            news?: string | null;
        };
        Revision: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Bytes. */
            size: number;
            sha256: string;
            note: string | null;
            /** Format: date-time */
            uploaded_at: string;
            uploaded_by_name: string;
            /** @description Whether this is the revision in the list of files. */
            current: boolean;
            /** @description Whether a simulation request needs it. Then it cannot be deleted. */
            pinned: boolean;
        };
        Upload: {
            /** @description The files with their names, which may include folders, such as gerber/top.gbr. */
            files: string[];
            uid: string;
            uname: string;
            uemail?: string;
            /** @description The name of a file type. If omitted, one is proposed for each file. */
            ftype?: string;
            /**
             * @description Reports does not accept uploads.
             * @default inputs
             * @enum {string}
             */
            folder: "inputs" | "reports";
            /**
             * Format: uuid
             * @description The id of a file in Inputs, or of one of its earlier revisions. The uploaded file becomes its new revision. The call must contain only one file. If the file has been deleted, this is ignored.
             */
            replaces?: string;
            /**
             * @description Seconds since 1970, one number per file, as a JSON array.
             * @example [1735689600]
             */
            last_modified_times?: string;
        };
        UploadMetadata: {
            /** @description May include folders, such as gerber/top.gbr. */
            filename: string;
            uid: string;
            uname: string;
            uemail?: string;
            /** @description The name of a file type. If omitted, one is proposed. */
            ftype?: string;
            /**
             * @description Reports does not accept uploads.
             * @default inputs
             * @enum {string}
             */
            folder: "inputs" | "reports";
            /**
             * Format: uuid
             * @description The id of a file in Inputs, or of one of its earlier revisions. The uploaded file becomes its new revision. If the file has been deleted, this is ignored.
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
             * @description The page that the recipient of the link opens.
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
        /**
         * @description A net name as it is in the layout, even if it contains commas or spaces.
         * @example +3V3
         */
        NetName: string;
        SiRow: {
            /** @example MIPI-D */
            interface: string;
            /** @example 1.5 Gbps */
            speed: string;
            /** @description At most 10000 characters in total. */
            signal_nets: components["schemas"]["NetName"][];
            /** @description At most 2000 characters in total. */
            ground_nets: components["schemas"]["NetName"][];
            /** @description At most 500 characters in total. */
            clock_signal: components["schemas"]["NetName"][];
            unit_price: number;
        };
        PiRow: {
            /** @example PowerAC */
            type: string;
            power_net: components["schemas"]["NetName"];
            ground_net: components["schemas"]["NetName"];
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
            /** @description The customer's purchase order number. */
            purchase_order?: string | null;
            /** @description The billing details, which are remembered for the next order. Null forgets them. If absent, the remembered ones are used. */
            billing?: components["schemas"]["BillingDetails"] | null;
            /** @description At most 1000 rows together with pi. */
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
        RequestDraftVersion: {
            /**
             * Format: uuid
             * @description Identifies this version. Chosen by the client for each version.
             */
            stamp: string;
            /**
             * Format: uuid
             * @description The simulation request that was created from this version. When it is paid, the draft is deleted.
             */
            sent_as: string | null;
            /** @description The draft as the client stores it. It is returned unchanged. */
            content: {
                [key: string]: unknown;
            };
        };
        RequestDraft: {
            /** Format: uuid */
            stamp: string;
            /**
             * Format: date-time
             * @description When this version was saved.
             */
            saved: string;
            content: {
                [key: string]: unknown;
            };
        };
        KeptRequestDraft: {
            draft: components["schemas"]["RequestDraft"] | null;
        };
        LatestRequestDraft: {
            /** Format: uuid */
            project_id: string | null;
        };
        /** @enum {string} */
        RequestStatus: "draft" | "awaiting payment" | "paid" | "in progress" | "delivered" | "cancelled";
        /** @description A file as it was when it was ordered, delivered or attached. */
        PinnedFile: {
            /** Format: uuid */
            id: string;
            name: string;
            size: number;
            sha256: string;
        };
        /** @description A file with which a request was ordered, and its role in the order. */
        OrderedFile: components["schemas"]["PinnedFile"] & {
            /** @enum {string} */
            role: "layout" | "stackup" | "material";
        };
        /** @description The number of a request, such as SI-1001, assigned when it is created. The requests of sample projects have none. */
        RequestNumber: string;
        SimulationRequestPage: {
            requests: components["schemas"]["SimulationRequestSummary"][];
            /** @description The cursor of the next page; null on the last page. */
            next: string | null;
        };
        SimulationRequestSummary: {
            /** Format: uuid */
            id: string;
            number: components["schemas"]["RequestNumber"];
            /** Format: uuid */
            project_id: string;
            project_name: string;
            status: components["schemas"]["RequestStatus"];
            layout_name: string;
            /** @description US dollars without tax; the sum of the rows. */
            total: number;
            tax?: components["schemas"]["OrderTax"];
            /** Format: date-time */
            created: string;
            created_by_name: string;
            /** Format: date-time */
            paid: string | null;
            /**
             * Format: date-time
             * @description When the delivery is due. Null until the payment.
             */
            due: string | null;
            /**
             * Format: date-time
             * @description Since when an answer from the customer has been awaited. The delivery date is postponed by that time.
             */
            waiting: string | null;
            /** Format: date-time */
            started: string | null;
            /** Format: date-time */
            delivered: string | null;
            /** Format: date-time */
            cancelled: string | null;
            purchase_order: string | null;
            /** @description Present and true if the caller has not read a notice about the request. */
            unread?: boolean;
            /** @description Present and true if the request was ordered on a trial site, so it will not be fulfilled. */
            trial?: boolean;
            /** @description Present and true if the project was deleted, and the files of the request with it. Only the person who ordered still sees the request. */
            project_deleted?: boolean;
            verdict?: components["schemas"]["ReportVerdict"];
            /** @description Present if something was refunded. */
            refunded_cents?: number;
            /**
             * @description Present for a paid request, except a trial order. Assigned with the payment, without gaps.
             * @example INV-1042
             */
            invoice_number?: string;
        };
        SimulationRequest: {
            /** Format: uuid */
            id: string;
            number: components["schemas"]["RequestNumber"];
            /** Format: uuid */
            project_id: string;
            project_name: string;
            status: components["schemas"]["RequestStatus"];
            layout_name: string;
            /** @description US dollars without tax; the sum of the rows. */
            total: number;
            tax?: components["schemas"]["OrderTax"];
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
            /**
             * Format: date-time
             * @description When the delivery is due. Null until the payment.
             */
            due: string | null;
            /**
             * Format: date-time
             * @description Since when an answer from the customer has been awaited. The delivery date is postponed by that time.
             */
            waiting: string | null;
            /** Format: date-time */
            started: string | null;
            /** Format: date-time */
            delivered: string | null;
            /** Format: date-time */
            cancelled: string | null;
            purchase_order: string | null;
            /** @description The request is delivered within this many business days of its payment. */
            turnaround_days?: number;
            billing?: components["schemas"]["BillingDetails"];
            /** @description Present and true if the request was ordered on a trial site, so it will not be fulfilled. */
            trial?: boolean;
            /** @description Present and true if the project was deleted, and the files of the request with it. Only the person who ordered still sees the request. */
            project_deleted?: boolean;
            verdict?: components["schemas"]["ReportVerdict"];
            /** @description Present if the delivery was corrected. The newest delivery first, which replaces the others. */
            deliveries?: components["schemas"]["RequestDelivery"][];
            /** @description Present for a delivered request. The files of the newest delivery. */
            delivered_files?: components["schemas"]["PinnedFile"][];
            /** @description Present if something was or is being refunded. The newest refund first. */
            refunds?: components["schemas"]["RequestRefund"][];
            /** @description Present if something was refunded. */
            refunded_cents?: number;
            /**
             * @description Present for a paid request, except a trial order. Assigned with the payment, without gaps.
             * @example INV-1042
             */
            invoice_number?: string;
        };
        /** @description A row of a request, by its kind and its number among the rows of this kind. */
        OrderedRowKey: {
            /** @enum {string} */
            kind: "si" | "pi";
            number: number;
        };
        /** @example 2026-11 */
        AccountingMonthName: string;
        AccountingMonths: {
            months: components["schemas"]["AccountingMonth"][];
        };
        AccountingMonth: {
            month: components["schemas"]["AccountingMonthName"];
            invoices: number;
            /** @description Including tax. */
            invoiced_cents: number;
            invoiced_tax_cents: number;
            credit_notes: number;
            /** @description Including tax. */
            credited_cents: number;
            credited_tax_cents: number;
        };
        CustomerPage: {
            customers: components["schemas"]["CustomerSummary"][];
            /** @description The cursor of the next page; null on the last page. */
            next: string | null;
        };
        /** @description A person who has submitted requests. Those who have deleted their data have another id, the name "Deleted user" and no e-mail address. */
        CustomerSummary: {
            /** @description The user's sub. */
            id: string;
            name: string;
            email: string | null;
            requests: number;
            /** @description How many of the requests are paid and not delivered. */
            open: number;
            /** @description What was paid minus what was refunded, including tax. Trial orders are not included. */
            spent_cents: number;
            /**
             * Format: date-time
             * @description When the newest request was submitted.
             */
            last_request: string;
        };
        Customer: {
            summary: components["schemas"]["CustomerSummary"];
            /** @description Null if no token has been seen since roles have been stored. */
            roles: components["schemas"]["SeenRoles"] | null;
            /** @description The months with payments or refunds, newest first. */
            spending: components["schemas"]["CustomerMonth"][];
        };
        /** @description A person's realm roles as the sign-in provider stated them in the newest token that was seen. */
        SeenRoles: {
            names: string[];
            /**
             * Format: date-time
             * @description When the token was issued.
             */
            as_of: string;
        };
        /** @description Months begin and end in UTC. Amounts include tax. Trial orders are not included. */
        CustomerMonth: {
            month: components["schemas"]["AccountingMonthName"];
            paid_cents: number;
            refunded_cents: number;
        };
        StaffActivityPage: {
            entries: components["schemas"]["StaffActivityEntry"][];
            /** @description The cursor of the next page; null on the last page. */
            next: string | null;
        };
        StaffActivityEntry: components["schemas"]["ActivityEntry"] & {
            /** Format: uuid */
            project_id: string;
            /** @description Null if the project was deleted. */
            project_name: string | null;
        };
        FailedJobs: {
            jobs: components["schemas"]["FailedJob"][];
        };
        FailedJob: {
            /** Format: uuid */
            id: string;
            /** @example contact mail */
            kind: string;
            attempts: number;
            /** Format: date-time */
            created: string;
            /**
             * Format: date-time
             * @description When the last attempt failed.
             */
            failed: string;
            /** @description Why the last attempt failed. */
            error: string | null;
            /** @description Whether the staff can discard it. Only e-mails can be discarded. */
            discardable: boolean;
        };
        RequestRefund: {
            /** Format: uuid */
            id: string;
            /** @description The amount in US cents */
            cents: number;
            /** @description The tax that the amount contains. Present for orders with tax. */
            tax_cents?: number;
            /** @enum {string} */
            state: "pending" | "done" | "failed";
            /** @description Empty if the refund was made at the payment provider. */
            rows: components["schemas"]["OrderedRowKey"][];
            reason: string | null;
            by: string | null;
            /** Format: date-time */
            created: string;
            /** @description Why the payment provider has refused the refund. */
            failure: string | null;
            /**
             * @description The number of the credit note for a refund that was made. Null if there is no invoice.
             * @example CN-1001
             */
            credit_note: string | null;
            /**
             * Format: date-time
             * @description The date of the credit note. Missing without a credit note.
             */
            credited?: string;
        };
        RequestDelivery: {
            number: number;
            /** Format: date-time */
            at: string;
            /** @description The name of the person who delivered. */
            by: string | null;
            /** @description Why the previous delivery was replaced. Null for the first one. */
            reason: string | null;
            verdict: components["schemas"]["ReportVerdict"] | null;
            files: components["schemas"]["PinnedFile"][];
        };
        RequestMessagePage: {
            messages: components["schemas"]["RequestMessage"][];
            /** @description The cursor of the next page; null on the last page. */
            next: string | null;
        };
        RequestMessage: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            side: "customer" | "staff";
            /**
             * @description Questions and assumptions from the staff wait for an answer from the customer, who can approve assumptions.
             * @enum {string}
             */
            kind: "message" | "question" | "assumptions" | "answer" | "approval";
            text: string;
            /** @description The author's name at that time. */
            author: string;
            /** Format: date-time */
            created: string;
            /**
             * Format: uuid
             * @description The question that the message answers.
             */
            answers: string | null;
            /**
             * Format: date-time
             * @description When a question was answered.
             */
            answered: string | null;
            /** @description Present if the message points to places in files of the request. */
            pins?: components["schemas"]["MessagePin"][];
            /** @description Present if the message carries files. */
            attachments?: components["schemas"]["MessageAttachment"][];
        };
        NewAttachment: {
            files: string[];
        };
        /** @description The files to attach, in this order. The author of the message must have uploaded them for this request, and no other message can have them. */
        NewMessageAttachments: string[];
        /** @description A file that a message carries. It is downloaded like a file of the request. */
        MessageAttachment: components["schemas"]["PinnedFile"] & {
            /** @description Present and true if the file is no longer stored. */
            gone?: boolean;
        };
        /** @description The places in files of the request, or in delivered ones, that the message is about. Without an anchor, the whole file. */
        NewMessagePins: {
            /** Format: uuid */
            file_id: string;
            anchor?: components["schemas"]["CommentAnchor"];
        }[];
        MessagePin: {
            /** Format: uuid */
            file_id: string;
            file_name: string;
            /** @description Null for the whole file. */
            anchor: components["schemas"]["CommentAnchor"] | null;
            /** @description Present and true if the file is no longer stored. */
            gone?: boolean;
        };
        StaffRequestPage: {
            requests: components["schemas"]["StaffRequestSummary"][];
            /** @description The cursor of the next page; null on the last page. */
            next: string | null;
        };
        /** @description A request in the staff's queue. The project's name is null if the project was deleted. */
        StaffRequestSummary: {
            /** Format: uuid */
            id: string;
            number: components["schemas"]["RequestNumber"];
            /** Format: uuid */
            project_id: string;
            project_name: string | null;
            status: components["schemas"]["RequestStatus"];
            layout_name: string;
            /** @description US dollars without tax; the sum of the rows. */
            total: number;
            tax?: components["schemas"]["OrderTax"];
            /** Format: date-time */
            created: string;
            customer: components["schemas"]["StaffCustomer"];
            /** Format: date-time */
            paid: string | null;
            /** Format: date-time */
            due: string | null;
            /**
             * Format: date-time
             * @description Since when an answer from the customer has been awaited.
             */
            waiting: string | null;
            /** Format: date-time */
            started: string | null;
            /** Format: date-time */
            delivered: string | null;
            /** Format: date-time */
            cancelled: string | null;
            purchase_order: string | null;
            assignee: components["schemas"]["StaffPerson"] | null;
            /** @description Present and true if the last message is from the customer. */
            written?: boolean;
            /** @description Present and true if the request was ordered on a trial site, so it must not be fulfilled. */
            trial?: boolean;
            verdict?: components["schemas"]["ReportVerdict"];
            /** @description Present if something was refunded. */
            refunded_cents?: number;
            /**
             * @description Present for a paid request, except a trial order. Assigned with the payment, without gaps.
             * @example INV-1042
             */
            invoice_number?: string;
            /**
             * @description Present if the customer's bank disputes the payment, or did.
             * @enum {string}
             */
            dispute?: "open" | "won" | "lost";
        };
        StaffRequest: {
            summary: components["schemas"]["StaffRequestSummary"];
            si: components["schemas"]["SiRow"][];
            pi: components["schemas"]["PiRow"][];
            /** @description The layout, stackup and material files as they were ordered. */
            files: components["schemas"]["OrderedFile"][];
            private_project: boolean;
            notes: string;
            notes_version: number;
            done: components["schemas"]["StaffCheck"][];
            /** @description The newest delivery first, which replaces the others. */
            deliveries: components["schemas"]["RequestDelivery"][];
            /** @description The newest refund first. */
            refunds: components["schemas"]["RequestRefund"][];
            storage?: components["schemas"]["StaffStorage"];
            /** @description The request is delivered within this many business days of its payment. */
            turnaround_days?: number;
            /** @description The name of the project, which is on the invoice, if the project was deleted. */
            deleted_project?: string;
            billing?: components["schemas"]["BillingDetails"];
        };
        /** @description The storage of the project of a paid request. Absent if the request is not paid, or the project was deleted. */
        StaffStorage: {
            used_bytes: number;
            limit_bytes: number;
            /** @description The lowest limit that the staff can set. */
            least_gb: number;
            /** @description The highest limit that the staff can set. */
            most_gb: number;
        };
        StaffDelivery: {
            /**
             * Format: uuid
             * @description Chosen by the client, so that a repeated call is recognized. Must precede the files.
             */
            id: string;
            /** @description The number of the latest delivery seen by the caller, which is corrected; 0 for the first delivery. Must precede the files. */
            replaces: string;
            /** @description What was corrected and why, for the customer. Required for a correction. Must precede the files. */
            reason?: string;
            /** @description A ComputedReport as JSON, computed from the files. Must precede the files. */
            report?: string;
            files: string[];
        };
        /** @description Who ordered a request. The e-mail address is null if it is unknown or the person has deleted their data. */
        StaffCustomer: {
            id: string;
            name: string;
            email: string | null;
        };
        StaffPerson: {
            id: string;
            name: string;
        };
        StaffContactPage: {
            messages: components["schemas"]["StaffContactSummary"][];
            /** @description The cursor of the next page; null on the last page. */
            next: string | null;
        };
        /** @description A message that a visitor sent with the contact form, in the list of the staff. */
        StaffContactSummary: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            /** @description The beginning of the message. */
            excerpt: string;
            /** Format: date-time */
            received: string;
            state: components["schemas"]["ContactState"];
            assignee: components["schemas"]["StaffPerson"] | null;
            /**
             * Format: date-time
             * @description When the newest answer was written.
             */
            answered: string | null;
            /** @description Whether there is an answer that the mail server has refused so far. */
            unsent: boolean;
        };
        /** @enum {string} */
        ContactState: "new" | "assigned" | "done";
        StaffContact: {
            summary: components["schemas"]["StaffContactSummary"];
            message: string;
            /** @description The oldest answer first. */
            answers: components["schemas"]["ContactAnswer"][];
            done: components["schemas"]["ContactDone"] | null;
            notes: string;
            notes_version: number;
            /** @description Whether answers can be sent, because there is a mail server. */
            mail: boolean;
        };
        /** @description Who marked a message as done, and when. */
        ContactDone: {
            by: string;
            /** Format: date-time */
            at: string;
        };
        ContactAnswer: {
            /** Format: uuid */
            id: string;
            text: string;
            /** @description The name of the person who wrote the answer. */
            by: string;
            /** Format: date-time */
            created: string;
            /**
             * Format: date-time
             * @description When the mail server accepted the answer.
             */
            sent: string | null;
            /** @description Why the latest attempt to send the answer failed. */
            failure: string | null;
        };
        /**
         * @description An item of the checklist of a request.
         * @enum {string}
         */
        StaffCheckItem: "files" | "nets" | "stackup" | "models" | "setup" | "results";
        StaffCheck: {
            item: components["schemas"]["StaffCheckItem"];
            /** @description The name of the person who marked the item as done. */
            by: string;
            /** Format: date-time */
            at: string;
        };
        /**
         * @description The worst verdict of a delivered report. In requests, it is present if there is a report.
         * @enum {string}
         */
        ReportVerdict: "pass" | "marginal" | "fail";
        /** @description What was delivered for a request, with the checks of each row. */
        RequestReport: components["schemas"]["ComputedReport"] & {
            files: components["schemas"]["PinnedFile"][];
        };
        /** @description The report that is computed from the files of a delivery. Its rows refer to the files by their names. */
        ComputedReport: {
            verdict: components["schemas"]["ReportVerdict"];
            words: string | null;
            /** @description Those of the author, and for each row the remarks of its network. */
            assumptions: string[];
            rows: components["schemas"]["ReportRow"][];
        };
        ReportRow: {
            /** @enum {string} */
            kind: "si" | "pi";
            /** @description The number of the row among those of its kind. */
            number: number;
            verdict: components["schemas"]["ReportVerdict"];
            checks: components["schemas"]["ReportCheck"][];
            curves: components["schemas"]["ReportCurve"][];
            eye: components["schemas"]["ReportEye"] | null;
            drops: components["schemas"]["ReportDrop"][];
            /** @description The name of the file that the values were computed from. */
            network: string | null;
            words: string | null;
        };
        ReportCheck: {
            /** @enum {string} */
            name: "insertion loss" | "return loss" | "eye height" | "eye width" | "impedance" | "DC drop" | "passivity" | "reciprocity" | "causality";
            verdict: components["schemas"]["ReportVerdict"];
            value: number;
            limit: number;
            /** @description Negative if the limit is violated. */
            margin: number;
            /** @enum {string} */
            unit: "dB" | "V" | "UI" | "Ω" | "%";
            /** @enum {string} */
            bound: "at most" | "at least";
            /** @description Where the margin is smallest, in Hz. */
            frequency: number | null;
            /** @description The pin with the smallest margin. */
            place: string | null;
            violations: components["schemas"]["ReportViolation"][];
            /** @description Where the limit comes from. */
            source: string | null;
        };
        /** @description A range of frequencies in which a limit is violated, in Hz. */
        ReportViolation: {
            from: number;
            to: number;
        };
        ReportCurve: {
            /** @enum {string} */
            name: "insertion loss" | "return loss" | "impedance";
            /** @enum {string} */
            unit: "dB" | "Ω";
            is_logarithmic: boolean;
            /** @description Hertz. */
            frequencies: number[];
            values: number[];
            limits: components["schemas"]["ReportLimit"][];
        };
        ReportLimit: {
            /** @description Hertz. */
            frequencies: number[];
            values: number[];
        };
        /** @description The limits of the signal around each opening at the error rate, over one unit interval. */
        ReportEye: {
            /** @description Symbols per second. */
            rate: number;
            error_rate: number;
            /** @description Volts. */
            height: number;
            /** @description Unit intervals. */
            width: number;
            /** @description Volts. */
            mask_height: number;
            /** @description Unit intervals. */
            mask_width: number;
            openings: components["schemas"]["ReportOpening"][];
        };
        ReportOpening: {
            /** @description In volts, like `top` and `bottom`. */
            threshold: number;
            top: number[];
            bottom: number[];
        };
        ReportDrop: {
            pin: string;
            /** @description Volts. */
            voltage: number;
            /** @description Amperes. */
            current: number | null;
            /** @description Volts. */
            drop: number;
        };
        KeySet: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        ToolToken: {
            /** @description A JWT. Its claims include id, email, username, firstName, lastName and roles. */
            token: string;
            /** Format: date-time */
            expires_at: string;
        };
    };
    responses: {
        /** @description The budget. */
        ProjectBudget: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProjectBudget"];
            };
        };
        /** @description The error, and what to do about it. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Inputs already contains a file with this name, ignoring case, or two files of the call have the same name. `errors` names the field `files` or `filename`. Nothing has been stored. Choose another name, or pass the id of the existing file as `replaces`. */
        NameTaken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The draft has another version, or does not exist. The response contains the current draft, or null. */
        OtherDraft: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["StaleRequestDraft"];
            };
        };
        /** @description The server does not support the version in Tus-Resumable. Tus-Version lists the versions that it supports. */
        OtherTusVersion: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A page with the reason and the form with its input. */
        ContactRetry: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description The request. */
        StaffRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StaffRequest"];
            };
        };
        /** @description The message. */
        StaffContact: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StaffContact"];
            };
        };
        /** @description The content of the file. */
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
        RevisionId: string;
        /** @description 100 by default. */
        ProjectLimit: number;
        /** @description 1000 by default. */
        FileLimit: number;
        ContactMessageId: string;
        EntryVersion: string;
        CommentId: string;
        /** @description Only entries of this kind. */
        ActivityKindFilter: components["schemas"]["ActivityKind"];
        /** @description Only entries by people whose current name or e-mail address contains all of these words. */
        ActivityPersonFilter: string;
        /** @description Only entries of existing projects whose name contains all of these words. */
        ActivityProjectFilter: string;
        /** @description The position at which the previous page ended, as returned with that page. */
        Cursor: string;
        DraftStamp: string;
        TusVersion: "1.0.0";
        /** @description The token's sub. Other values are rejected. */
        Uid: string;
        /** @description The token's preferred_username. Other values are rejected. */
        Uname: string;
    };
    requestBodies: never;
    headers: {
        /** @description The relative URL of the next page, with `rel="next"` (RFC 8288). Absent on the last page. */
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
            /** @description The API is available. */
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
    followChanges: {
        parameters: {
            query?: {
                /** @description Without an id, how many seconds ago the client loaded what it shows. */
                age?: number;
                /** @description Ends the response after the events that were missed, for clients that cannot receive a stream. */
                once?: boolean;
            };
            header?: {
                /** @description The last id that was received. What has changed since then is sent first. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            429: components["responses"]["Problem"];
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
            /** @description The message has been stored. */
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
            /** @description The message has been stored. */
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
            /** @description The user. */
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
    getBillingDetails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The details. Null if there are none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnownBillingDetails"];
                };
            };
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    exportMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonDeletion"];
            };
        };
        responses: {
            /** @description The data has been deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
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
            /** @description The updated member. */
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
            /** @description The price of each kind of row of a simulation request. */
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
    getNews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The published news and publications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteNews"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description The token's sub. Other values are rejected. */
                uid?: components["parameters"]["Uid"];
                /** @description The token's preferred_username. Other values are rejected. */
                uname?: components["parameters"]["Uname"];
                /** @description Words that all occur in the name, the notes or the creator's name, ignoring case, or the id of a project. */
                q?: string;
                /** @description 100 by default. */
                limit?: components["parameters"]["ProjectLimit"];
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    /** @description On the first page, the id from which `/v1/changes` reports what changes after this response. */
                    "change-position"?: string;
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
    openSampleProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
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
            /** @description The updated project. */
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
            /** @description Someone has changed the project since. The response contains its current state. */
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
            /** @description The project has been deleted. */
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
            /** @description The effects of deleting the project. */
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
    getProjectBudget: {
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
            200: components["responses"]["ProjectBudget"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    setProjectBudget: {
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
                "application/json": {
                    /** @description US dollars. Null for no budget. */
                    budget: number | null;
                    /** @description The budget that the caller has seen. */
                    from: number | null;
                };
            };
        };
        responses: {
            200: components["responses"]["ProjectBudget"];
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    restoreProject: {
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
            /** @description The project as it is listed again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description The token's sub. Other values are rejected. */
                uid?: components["parameters"]["Uid"];
                /** @description 1000 by default. */
                limit?: components["parameters"]["FileLimit"];
                /** @description The position at which the previous page ended, as returned with that page. */
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
            /** @description One page of the list, as an array or as an object with the array in `files`. */
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
            /** @description The stored files. */
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
                /** @description UploadMetadata as comma-separated pairs of a name and a base64-encoded value. */
                "upload-metadata": string;
            };
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload has been started. Location is its relative URL; Upload-Expires is the time until which it can be continued. */
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
            412: components["responses"]["OtherTusVersion"];
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
            /** @description The upload has been canceled. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            412: components["responses"]["OtherTusVersion"];
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
            /** @description Upload-Offset is the number of received bytes, Upload-Length the size of the file. While the upload is unfinished, Upload-Metadata is what the client has sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            410: components["responses"]["Problem"];
            412: components["responses"]["OtherTusVersion"];
            default: components["responses"]["Problem"];
        };
    };
    continueUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": components["parameters"]["TusVersion"];
                /** @description The number of bytes received so far. */
                "upload-offset": string;
                /** @description UploadMetadata that replaces the original metadata, for example to change a name that is now in use without sending the bytes again. */
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
            /** @description The file is complete and has been stored like an upload to /files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            /** @description The bytes have been received. Upload-Offset is the total number of received bytes. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            /** @description The offset does not match the received bytes, or, if `errors` names the field `filename`, the name is now in use. The received bytes are kept: continue with upload-metadata that contains another name or, as `replaces`, the file of which this is a new revision. If all bytes have already been received, send the last byte again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["Problem"];
            412: components["responses"]["OtherTusVersion"];
            413: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getFilesSize: {
        parameters: {
            query?: {
                /** @description The token's sub. Other values are rejected. */
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
            /** @description The used storage in MB. */
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
                /** @description The token's sub. Other values are rejected. */
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
                /** @description The token's sub. Other values are rejected. */
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
            /** @description One line per file. */
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
    listActivity: {
        parameters: {
            query?: {
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only entries of this kind. */
                kind?: components["schemas"]["ActivityKind"];
                /** @description Only what the user with this sub did. */
                person?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    exportActivityCsv: {
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
            /** @description One line per entry, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description The token's sub. Other values are rejected. */
                uid?: components["parameters"]["Uid"];
                /** @description 100 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
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
            /** @description One page of the list. */
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
            /** @description The member has been removed. */
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
    listInvitations: {
        parameters: {
            query?: {
                /** @description 100 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
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
            /** @description One page of the list. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"][];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    inviteMember: {
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
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description The invitation. The e-mail is sent right after the response. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentInvitation"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation has been revoked. */
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
    resendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProjectId"];
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentInvitation"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The part of the link after the #. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            410: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
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
            /** @description The file is no longer in the list. */
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
    restoreFile: {
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
            /** @description The file as it is listed again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
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
    createDownloadUrl: {
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
            /** @description The signed URL. */
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
    listRevisions: {
        parameters: {
            query?: {
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
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
            /** @description One page of the list. Each revision is downloaded like a file, by its id. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"][];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    changeRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
                revisionId: components["parameters"]["RevisionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Longer traces for the clock pair */
                    note: string | null;
                };
            };
        };
        responses: {
            /** @description The revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deleteRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
                revisionId: components["parameters"]["RevisionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision has been deleted. */
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
    restoreRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["FileId"];
                revisionId: components["parameters"]["RevisionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it is listed now. Restoring the current revision has no effect. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
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
                     * @description The name of a file type, ignoring case.
                     * @example layout
                     */
                    fileType: string;
                };
            };
        };
        responses: {
            /** @description The updated file. */
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
    getThumbnail: {
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
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thumbnail"];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    storeThumbnail: {
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
                "application/json": components["schemas"]["Thumbnail"];
            };
        };
        responses: {
            /** @description The picture has been stored. A picture stored before is replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    seeFile: {
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
                     * Format: date-time
                     * @description The time of the newest item that was seen, as in `news` of the file.
                     */
                    until: string;
                };
            };
        };
        responses: {
            /** @description The time has been recorded. A time before the recorded one changes nothing. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description 50 by default. A page with long threads has fewer: it has at most 250 comments. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
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
            /** @description One page of the list. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentThread"][];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    addComment: {
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
                     * Format: uuid
                     * @description Chosen by the caller.
                     */
                    id: string;
                    text: components["schemas"]["CommentText"];
                    anchor?: components["schemas"]["CommentAnchor"];
                    mentions?: components["schemas"]["CommentMentions"];
                };
            };
        };
        responses: {
            /** @description The new thread. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentThread"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /** @description 30 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticePage"];
                };
            };
            400: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    readNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids?: string[];
                    /**
                     * Format: date-time
                     * @description The time of the newest notice that the person has seen.
                     */
                    until?: string;
                    /**
                     * Format: uuid
                     * @description All notices about this simulation request.
                     */
                    request_id?: string;
                };
            };
        };
        responses: {
            /** @description The notices are read. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getNoticeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeSettings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeNoticeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kind: components["schemas"]["NoticeKind"];
                    delivery: components["schemas"]["NoticeDelivery"];
                };
            };
        };
        responses: {
            /** @description All settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeSettings"];
                };
            };
            400: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    changeComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: components["schemas"]["CommentText"];
                    mentions?: components["schemas"]["CommentMentions"];
                };
            };
        };
        responses: {
            /** @description The thread of the comment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentThread"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comment has been deleted. */
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
    replyToComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Chosen by the caller.
                     */
                    id: string;
                    text: components["schemas"]["CommentText"];
                    mentions?: components["schemas"]["CommentMentions"];
                };
            };
        };
        responses: {
            /** @description The thread with the reply. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentThread"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    resolveComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resolved: boolean;
                };
            };
        };
        responses: {
            /** @description The thread. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentThread"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listShares: {
        parameters: {
            query?: {
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
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
            /** @description One page of the list. */
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
            /** @description The link. Its URL is only returned this once. */
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
            /** @description The link has been revoked. */
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
    searchFiles: {
        parameters: {
            query: {
                /** @description A part of the name, ignoring case. */
                q: string;
                /** @description 20 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundFile"][];
                };
            };
            400: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
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
            /** @description The file types. */
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
    getRequestDraft: {
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
            /** @description The draft, or null if there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptRequestDraft"];
                };
            };
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    saveRequestDraft: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: components["parameters"]["DraftStamp"];
            };
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestDraftVersion"];
            };
        };
        responses: {
            /** @description The draft has been saved. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["OtherDraft"];
            413: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deleteRequestDraft: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: components["parameters"]["DraftStamp"];
            };
            path: {
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no longer a draft for the project. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Problem"];
            412: components["responses"]["OtherDraft"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getLatestRequestDraft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project's id, or null if there is no draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LatestRequestDraft"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSimulationRequests: {
        parameters: {
            query?: {
                project_id?: string;
                /** @description Words that all occur in the request's number, project, layout file or purchase order number. */
                q?: string;
                status?: components["schemas"]["RequestStatus"];
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
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
            /** @description The request. */
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
    getRequestReport: {
        parameters: {
            query?: {
                /** @description The number of a delivery that was replaced. Without it, the report of the current delivery is returned. */
                delivery?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestReport"];
                };
            };
            400: components["responses"]["Problem"];
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
            /** @description The canceled request. Canceling it again has no effect. */
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
            /** @description The payment page. */
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
    listRequestMessages: {
        parameters: {
            query?: {
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestMessagePage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    addRequestMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Chosen by the client, so that a repeated call is recognized.
                     */
                    id: string;
                    text: components["schemas"]["CommentText"];
                    /**
                     * Format: uuid
                     * @description The open question from the staff that the message answers.
                     */
                    answers?: string;
                    /** @description Approves the assumptions that the message answers. */
                    approves?: boolean;
                    pins?: components["schemas"]["NewMessagePins"];
                    attachments?: components["schemas"]["NewMessageAttachments"];
                };
            };
        };
        responses: {
            /** @description The message. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestMessage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    addRequestAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["NewAttachment"];
            };
        };
        responses: {
            /** @description The stored attachment. It is deleted unless a message with it is sent within a day. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedFile"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    downloadRequestFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileBytes"];
            206: components["responses"]["FileBytes"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            416: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listPriceVersions: {
        parameters: {
            query?: {
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceVersionPage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    savePriceVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPriceVersion"];
            };
        };
        responses: {
            /** @description The first page of the versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceVersionPage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deletePriceVersion: {
        parameters: {
            query: {
                /** @description As in PriceVersionPage. */
                revision: components["schemas"]["PriceRevision"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The first page of the versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceVersionPage"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listAccountingMonths: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The months. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountingMonths"];
                };
            };
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    exportAccountingCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: components["schemas"]["AccountingMonthName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line per invoice, then one per credit note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Words that all occur in the customer's name or e-mail address. */
                q?: string;
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The customer's sub. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listStaffActivity: {
        parameters: {
            query?: {
                /** @description Only entries of this kind. */
                kind?: components["parameters"]["ActivityKindFilter"];
                /** @description Only entries by people whose current name or e-mail address contains all of these words. */
                person?: components["parameters"]["ActivityPersonFilter"];
                /** @description Only entries of existing projects whose name contains all of these words. */
                project?: components["parameters"]["ActivityProjectFilter"];
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffActivityPage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    exportStaffActivityCsv: {
        parameters: {
            query?: {
                /** @description Only entries of this kind. */
                kind?: components["parameters"]["ActivityKindFilter"];
                /** @description Only entries by people whose current name or e-mail address contains all of these words. */
                person?: components["parameters"]["ActivityPersonFilter"];
                /** @description Only entries of existing projects whose name contains all of these words. */
                project?: components["parameters"]["ActivityProjectFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line per entry, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listFailedJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedJobs"];
                };
            };
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    discardFailedJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remaining jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedJobs"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    retryFailedJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remaining jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedJobs"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listStaffNews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The news items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffNewsList"];
                };
            };
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    saveStaffNews: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: components["parameters"]["EntryVersion"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNewsItem"];
            };
        };
        responses: {
            /** @description The news items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffNewsList"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deleteStaffNews: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: components["parameters"]["EntryVersion"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remaining news items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffNewsList"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    previewStaffNews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewsContent"];
            };
        };
        responses: {
            /** @description The item, without the parts of its HTML that are not allowed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsPreview"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listStaffPublications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffPublicationList"];
                };
            };
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    saveStaffPublication: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: components["parameters"]["EntryVersion"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPublication"];
            };
        };
        responses: {
            /** @description The publications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffPublicationList"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deleteStaffPublication: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: components["parameters"]["EntryVersion"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remaining publications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffPublicationList"];
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listStaffRequests: {
        parameters: {
            query?: {
                /** @description open by default, which means paid or in progress. */
                state?: "open" | "awaiting payment" | "paid" | "in progress" | "delivered" | "cancelled" | "all";
                /** @description Only the requests that are assigned to the caller, or to nobody. */
                assignee?: "me" | "nobody";
                /** @description Only the requests of the user with this sub. */
                customer?: string;
                /** @description Only the requests of this project. */
                project_id?: string;
                /** @description Words that all occur in the request's number, customer, project, layout file or purchase order number. */
                q?: string;
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffRequestPage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getStaffRequest: {
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
            200: components["responses"]["StaffRequest"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    assignStaffRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether to assign the request to the caller or to unassign it. */
                    mine: boolean;
                    /** @description The id of the assignee that the caller has seen. */
                    from: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["StaffRequest"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    startStaffRequest: {
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
            200: components["responses"]["StaffRequest"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    changeStorageLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new limit in GB, which are 1,073,741,824 bytes. */
                    limit_gb: number;
                    /** @description The limit in bytes that the caller has seen. */
                    from: number;
                };
            };
        };
        responses: {
            200: components["responses"]["StaffRequest"];
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    changeStaffNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    notes: string;
                    /** @description The version that is replaced. */
                    version: number;
                };
            };
        };
        responses: {
            200: components["responses"]["StaffRequest"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    changeStaffChecklist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    item: components["schemas"]["StaffCheckItem"];
                    done: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["StaffRequest"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listStaffMessages: {
        parameters: {
            query?: {
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestMessagePage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    addStaffMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Chosen by the client, so that a repeated call is recognized.
                     */
                    id: string;
                    text: components["schemas"]["CommentText"];
                    /**
                     * @description Questions and assumptions wait for the customer, who is notified. They require a paid request that has not been delivered.
                     * @enum {string}
                     */
                    kind: "message" | "question" | "assumptions";
                    pins?: components["schemas"]["NewMessagePins"];
                    attachments?: components["schemas"]["NewMessageAttachments"];
                };
            };
        };
        responses: {
            /** @description The message. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestMessage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    addStaffAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["NewAttachment"];
            };
        };
        responses: {
            /** @description The stored attachment. It is deleted unless a message with it is sent within a day. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedFile"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    exportStaffFiles: {
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
            /** @description The zip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    downloadStaffFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileBytes"];
            206: components["responses"]["FileBytes"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            416: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getStaffReport: {
        parameters: {
            query?: {
                /** @description The number of a delivery that was replaced. Without it, the report of the current delivery is returned. */
                delivery?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestReport"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    cancelStaffRequest: {
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
            200: components["responses"]["StaffRequest"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    refundStaffRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Chosen by the client, so that a repeated call is recognized.
                     */
                    id: string;
                    rows: components["schemas"]["OrderedRowKey"][];
                    /** @description The customer reads it. */
                    reason: string;
                    /** @description Whether to also cancel the request. A delivered request cannot be canceled. */
                    cancels: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["StaffRequest"];
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    deliverStaffRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["StaffDelivery"];
            };
        };
        responses: {
            201: components["responses"]["StaffRequest"];
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            507: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    listContactMessages: {
        parameters: {
            query?: {
                /** @description open by default, which means new or assigned. */
                state?: "open" | "new" | "assigned" | "done" | "all";
                /** @description Only the messages that are assigned to the caller. */
                assignee?: "me";
                /** @description Words that all occur in the visitor's name, e-mail address or message. */
                q?: string;
                /** @description 50 by default. */
                limit?: number;
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffContactPage"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    getContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StaffContact"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    assignContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether to assign the message to the caller or to unassign it. */
                    mine: boolean;
                    /** @description The id of the assignee that the caller has seen. */
                    from: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["StaffContact"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    closeContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    done: boolean;
                    /** @description The id of the assignee that the caller has seen. */
                    from: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["StaffContact"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    changeContactNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    notes: string;
                    /** @description The version that is replaced. */
                    version: number;
                };
            };
        };
        responses: {
            200: components["responses"]["StaffContact"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    answerContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactMessageId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Chosen by the client, so that a repeated call is recognized.
                     */
                    id: string;
                    text: string;
                    /** @description The id of the assignee that the caller has seen. */
                    from: string | null;
                    /** @description The number of answers that the caller has seen. */
                    seen: number;
                };
            };
        };
        responses: {
            201: components["responses"]["StaffContact"];
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
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
                /** @description 100 by default. */
                limit?: components["parameters"]["ProjectLimit"];
                /** @description The position at which the previous page ended, as returned with that page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
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
                /** @description 1000 by default. */
                limit?: components["parameters"]["FileLimit"];
                /** @description The position at which the previous page ended, as returned with that page. */
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
            /** @description One page of the list, as an array or as an object with the array in `files`. */
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
                /** @description The number of business days until the delivery, as seen by the customer; 10 by default. If it has changed, the order is rejected like one with other prices. Not in the body, because earlier releases reject unknown fields. */
                "turnaround-days"?: number;
                /** @description The tax in US cents that the customer has seen; 0 by default. If it has changed, the order is rejected like one with other prices. */
                "tax-cents"?: number;
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
            /** @description The payment page. */
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
            /** @description The prices, the tax or the turnaround have changed, and the response contains the current table unless the caller sent no turnaround; or the maximum number of requests is reached; or the order exceeds the project's budget. */
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
            /** @description The event has been processed. */
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
