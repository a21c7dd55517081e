extension Tables {
    /// Fields of page frameworks, uploads, client hints, servers and drafts.
    static let pageFieldRows = """
        HX-Target | htmx | request singleton unregistered
        the ID of the element that htmx will change.
        HX-Trigger | htmx | request response singleton unregistered
        in a request the ID of the element that caused it; in a response events to trigger on the page.
        HX-Trigger-Name | htmx | request singleton unregistered
        the name of the element that caused the request.
        HX-Current-URL | htmx | request singleton unregistered
        the URL of the page in the browser.
        HX-Boosted | htmx | request singleton unregistered
        true if htmx loads a link or form in the page's place.
        HX-Prompt | htmx | request singleton unregistered
        what the user entered into a prompt.
        HX-Refresh | htmx | response singleton unregistered
        true makes htmx reload the whole page.
        HX-Location | htmx | response singleton unregistered
        the URL that htmx loads without reloading the whole page.
        HX-Push-Url | htmx | response singleton unregistered
        the URL that htmx adds to the history.
        HX-Replace-Url | htmx | response singleton unregistered
        the URL that replaces the current one in the address bar.
        HX-Reswap | htmx | response singleton unregistered
        how htmx inserts the response, for example innerHTML or beforeend.
        HX-Retarget | htmx | response singleton unregistered
        the element that htmx changes in place of the page's choice, as a CSS selector.
        HX-Reselect | htmx | response singleton unregistered
        the part of the response that htmx uses, as a CSS selector.
        HX-Trigger-After-Settle | htmx | response singleton unregistered
        events to trigger after htmx has settled the new content.
        HX-Trigger-After-Swap | htmx | response singleton unregistered
        events to trigger after htmx has inserted the new content.
        HX-History-Restore-Request | htmx | request singleton unregistered
        true if htmx restores a page of the history that is not in its cache.
        Turbo-Frame | Hotwire Turbo | request singleton unregistered
        the frame of the page that the response replaces.
        ! A response that depends on it needs Vary: Turbo-Frame.
        X-Turbo-Request-Id | Hotwire Turbo | request singleton unregistered
        the ID of the request, so that a page ignores updates that it caused itself.
        Turbolinks-Location | Turbolinks | response singleton unregistered
        the URL after redirects, for the address bar.
        X-Inertia | Inertia.js | request response singleton unregistered
        true marks requests and responses of Inertia: JSON in place of a page.
        ! A response that depends on it needs Vary: X-Inertia.
        X-Inertia-Version | Inertia.js | request singleton unregistered
        the version of the page's assets; a server with another version answers 409.
        X-Inertia-Location | Inertia.js | response singleton unregistered
        the URL that the browser loads as a whole page, with a 409.
        X-PJAX | pjax | request singleton unregistered
        marks a request that expects a fragment of a page.
        RSC | Next.js | request singleton unregistered
        1 asks for the data of server components in place of a page.
        ! A cache that ignores it serves data as a page; the response needs Vary: RSC.
        Next-Router-State-Tree | Next.js | request singleton unregistered
        the routes that the page shows, as JSON.
        Next-Router-Prefetch | Next.js | request singleton unregistered
        1 marks the prefetch of a route.
        Next-Url | Next.js | request singleton unregistered
        the path of the page that sends the request.
        Next-Action | Next.js | request singleton unregistered
        the server action that a form or script calls.
        X-Livewire | Laravel Livewire | request singleton unregistered
        marks a request of Livewire.
        Tus-Version | tus 1.0 | response list unregistered
        the versions of the tus protocol that the server implements.
        Tus-Extension | tus 1.0 | response list unregistered
        the extensions of the tus protocol that the server implements.
        > Tus-Extension: creation,expiration,checksum
        Tus-Max-Size | tus 1.0 | response singleton unregistered
        the maximum size of an upload in bytes.
        Upload-Defer-Length | tus 1.0 | request response singleton unregistered
        1 if the size of the upload is not known yet.
        Upload-Concat | tus 1.0 | request response singleton unregistered
        whether this upload is a part, or joins parts.
        Upload-Checksum | tus 1.0 | request singleton unregistered
        the algorithm and the checksum of this part of the upload.
        Upload-Expires | tus 1.0 | response singleton unregistered
        when the server removes an unfinished upload.
        X-Goog-Upload-Command | Google resumable uploads | request singleton unregistered
        what the request does: start, upload, finalize, query or cancel.
        X-Goog-Upload-Offset | Google resumable uploads | request singleton unregistered
        the number of bytes of the upload before this part.
        X-Goog-Upload-Status | Google resumable uploads | response singleton unregistered
        the state of the upload: active, final or cancelled.
        X-Goog-Upload-URL | Google resumable uploads | response singleton unregistered
        the URL for the parts of the upload.
        ! Anyone who has the URL can continue the upload; keep it secret.
        X-Upload-Content-Type | Google resumable uploads | request singleton unregistered
        the type of the file that will be uploaded.
        X-Upload-Content-Length | Google resumable uploads | request singleton unregistered
        the size in bytes of the file that will be uploaded.
        Sec-CH-Prefers-Reduced-Transparency | Media Queries 5 | request structuredItem unregistered browserOnly
        whether the user wants pages with little transparency.
        Sec-CH-Prefers-Contrast | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user wants more or less contrast.
        Sec-CH-Forced-Colors | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user's own colours replace those of the page.
        Sec-CH-UA-WoW64 | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        whether a 32-bit browser runs on 64-bit Windows.
        Sec-CH-UA-Form-Factors | W3C User-Agent Client Hints | request structuredList unregistered browserOnly
        the kinds of device, for example "Desktop" or "Mobile".
        Sec-CH-DPR | W3C Client Hints Infrastructure | request structuredItem unregistered browserOnly
        the number of device pixels for each pixel of the page.
        Sec-CH-Width | W3C Client Hints Infrastructure | request structuredItem unregistered browserOnly
        the width in device pixels in which the page shows the image.
        Sec-CH-Viewport-Width | W3C Client Hints Infrastructure | request structuredItem unregistered browserOnly
        the width of the window in pixels of the page.
        Sec-CH-Viewport-Height | W3C Client Hints Infrastructure | request structuredItem unregistered browserOnly
        the height of the window in pixels of the page.
        Sec-CH-Device-Memory | W3C Device Memory | request structuredItem unregistered browserOnly
        the device's memory in GiB, rounded.
        X-CSRFToken | Django | request singleton unregistered secret
        the token that proves that a request comes from the site's own pages.
        X-API-Version | not registered | request response singleton unregistered
        the version of the interface (a convention).
        X-App-Version | not registered | request response singleton unregistered
        the version of the application (a convention).
        X-Method-Override | not registered | request singleton unregistered
        a method that the server uses in place of POST (a convention).
        ! It passes rules that look only at the method; ignore it for requests with other methods than POST.
        X-AspNetMvc-Version | Microsoft ASP.NET | response singleton unregistered
        the version of ASP.NET MVC.
        ! It helps attackers choose an exploit; MvcHandler.DisableMvcResponseHeader removes it.
        X-Generator | not registered | response singleton unregistered
        the program that made the page.
        ! It helps attackers choose an exploit.
        X-Drupal-Cache | Drupal | response singleton unregistered caching
        the result of Drupal's cache of pages: HIT or MISS.
        X-Drupal-Dynamic-Cache | Drupal | response singleton unregistered caching
        the result of Drupal's cache for users who are logged in: HIT, MISS or UNCACHEABLE.
        X-Pingback | Pingback 1.0 | response singleton unregistered
        the URL that accepts pingbacks.
        ! Attackers use the pingbacks of WordPress for floods; remove the field and the service if you do not need them.
        X-Redirect-By | WordPress | response singleton unregistered
        the program or plug-in that caused the redirect.
        X-Shopify-Stage | Shopify | response singleton unregistered
        the environment that served the page.
        X-ShopId | Shopify | response singleton unregistered
        Shopify's ID of the shop.
        X-Powered-CMS | not registered | response singleton unregistered
        the content management system.
        ! It helps attackers choose an exploit.
        X-Jenkins | Jenkins | response singleton unregistered
        the version of Jenkins.
        X-Jenkins-Session | Jenkins | response singleton unregistered
        an ID of this run of Jenkins.
        X-Debug-Token | Symfony | response singleton unregistered
        the ID of the request in Symfony's profiler.
        ! The profiler shows secrets; it must not be reachable in production.
        X-Debug-Token-Link | Symfony | response singleton unregistered
        the URL of the request in Symfony's profiler.
        ! The profiler shows secrets; it must not be reachable in production.
        X-WebKit-CSP | Content Security Policy 1.0 | response singleton unregistered obsolete
        the policy of the page for old versions of Chrome and Safari; Content-Security-Policy replaces it.
        X-Content-Security-Policy | Content Security Policy 1.0 | response singleton unregistered obsolete
        the policy of the page for old versions of Firefox and Internet Explorer; Content-Security-Policy replaces it.
        Unencoded-Digest | draft-ietf-httpbis-unencoded-digest | request response structuredDictionary unregistered
        digests of the content before any content coding.
        Want-Unencoded-Digest | draft-ietf-httpbis-unencoded-digest | request response structuredDictionary unregistered
        the digest algorithms that the sender prefers for Unencoded-Digest.
        Sec-Speculation-Tags | HTML Standard | request structuredList unregistered browserOnly
        the tags of the speculation rules that caused the prefetch.
        Integrity-Policy | Subresource Integrity | response structuredDictionary unregistered
        the kinds of resources that the page loads only with a digest in integrity.
        > Integrity-Policy: blocked-destinations=(script)
        Integrity-Policy-Report-Only | Subresource Integrity | response structuredDictionary unregistered
        the same as Integrity-Policy, but the browser only reports.
        Connection-Allowlist | WICG | response structuredList unregistered
        the servers that the page may connect to.
        Content-Translation-Type | RFC 8255 | response singleton unregistered
        how a part of a multilingual email was translated: original, human or automated.
        Tk | Tracking Preference Expression | response singleton unregistered obsolete
        whether the server tracks the user, in answer to DNT; the standard was given up.
        Document-Isolation-Policy | WICG | response structuredItem unregistered
        isolates the page from other origins, as Cross-Origin-Embedder-Policy does, without conditions for its frames.
        """
}
