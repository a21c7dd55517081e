extension Tables {
    /// Fields of page frameworks, uploads, client hints, servers and drafts.
    static let pageFieldRows = """
        HX-Target | htmx | request singleton unregistered
        the ID of the element that htmx will change.
        ! It is missing if the element has no id.
        > HX-Target: list
        HX-Trigger | htmx | request response singleton unregistered
        in a request the ID of the element that caused it; in a response events to trigger on the page.
        ! Names of events in a response are JSON if they carry data; a line break in it is a malformed field.
        > HX-Trigger: {"cartChanged":{"items":3}}
        HX-Trigger-Name | htmx | request singleton unregistered
        the name of the element that caused the request.
        ! It is missing if the element has no name.
        > HX-Trigger-Name: q
        HX-Current-URL | htmx | request singleton unregistered
        the URL of the page in the browser.
        ! It has the page's query in it, which may hold tokens: keep it out of logs.
        > HX-Current-URL: https://shop.example.com/list?page=2
        HX-Boosted | htmx | request singleton unregistered
        true if htmx loads a link or form in the page's place.
        ! A server that answers each htmx request with a fragment breaks boosted links, which need a whole page.
        > HX-Boosted: true
        HX-Prompt | htmx | request singleton unregistered
        what the user entered into a prompt.
        ! It is the user's text: escape it like any input.
        > HX-Prompt: Anna
        HX-Refresh | htmx | response singleton unregistered
        true makes htmx reload the whole page.
        ! The content of the response is not used.
        > HX-Refresh: true
        HX-Location | htmx | response singleton unregistered
        the URL that htmx loads without reloading the whole page.
        ! A URL by itself replaces the body of the page; a target needs the form as JSON.
        > HX-Location: {"path":"/cart","target":"#main"}
        HX-Push-Url | htmx | response singleton unregistered
        the URL that htmx adds to the history.
        ! A user who reloads requests this URL as a whole page: the server must have one there.
        > HX-Push-Url: /list?page=2
        HX-Replace-Url | htmx | response singleton unregistered
        the URL that replaces the current one in the address bar.
        ! A user who reloads requests this URL as a whole page: the server must have one there.
        > HX-Replace-Url: /list?page=2
        HX-Reswap | htmx | response singleton unregistered
        how htmx inserts the response, for example innerHTML or beforeend.
        ! htmx does not swap the content of a 4xx or 5xx by default, whatever it says.
        > HX-Reswap: outerHTML
        HX-Retarget | htmx | response singleton unregistered
        the element that htmx changes in place of the page's choice, as a CSS selector.
        ! The selector must find an element of the page; else nothing changes.
        > HX-Retarget: #errors
        HX-Reselect | htmx | response singleton unregistered
        the part of the response that htmx uses, as a CSS selector.
        ! The selector is for the response, not for the page; else nothing is inserted.
        > HX-Reselect: #list
        HX-Trigger-After-Settle | htmx | response singleton unregistered
        events to trigger after htmx has settled the new content.
        HX-Trigger-After-Swap | htmx | response singleton unregistered
        events to trigger after htmx has inserted the new content.
        HX-History-Restore-Request | htmx | request singleton unregistered
        true if htmx restores a page of the history that is not in its cache.
        ! The server must answer with a whole page; a fragment becomes the whole screen.
        > HX-History-Restore-Request: true
        Turbo-Frame | Hotwire Turbo | request singleton unregistered
        the frame of the page that the response replaces.
        ! A response that depends on it needs Vary: Turbo-Frame.
        > Turbo-Frame: messages
        X-Turbo-Request-Id | Hotwire Turbo | request singleton unregistered
        the ID of the request, so that a page ignores updates that it caused itself.
        Turbolinks-Location | Turbolinks | response singleton unregistered
        the URL after redirects, for the address bar.
        X-Inertia | Inertia.js | request response singleton unregistered
        true marks requests and responses of Inertia: JSON in place of a page.
        ! A response that depends on it needs Vary: X-Inertia.
        > X-Inertia: true
        X-Inertia-Version | Inertia.js | request singleton unregistered
        the version of the page's assets; a server with another version answers 409.
        ! It must be the version that the page was made with; a build that changes it on each server causes reloads.
        > X-Inertia-Version: 6b16b94d7c51cbe5
        X-Inertia-Location | Inertia.js | response singleton unregistered
        the URL that the browser loads as a whole page, with a 409.
        ! It needs the status 409; with any other, the client treats the response as a page.
        > X-Inertia-Location: https://shop.example.com/login
        X-PJAX | pjax | request singleton unregistered
        marks a request that expects a fragment of a page.
        ! Responses that differ by it need Vary: X-PJAX, or a cache sends the fragment as a page.
        > X-PJAX: true
        RSC | Next.js | request singleton unregistered
        1 asks for the data of server components in place of a page.
        ! A cache that ignores it serves data as a page; the response needs Vary: RSC.
        > RSC: 1
        Next-Router-State-Tree | Next.js | request singleton unregistered
        the routes that the page shows, as JSON.
        ! Responses that differ by it need Vary; Next.js sends that, and a CDN that ignores it mixes pages up.
        > Next-Router-State-Tree: %5B%22%22%2C%7B%7D%5D
        Next-Router-Prefetch | Next.js | request singleton unregistered
        1 marks the prefetch of a route.
        ! A cache that stores the prefetched part as the page shows an incomplete one.
        > Next-Router-Prefetch: 1
        Next-Url | Next.js | request singleton unregistered
        the path of the page that sends the request.
        ! It counts for routes that are intercepted, so Vary has to name it.
        > Next-Url: /feed
        Next-Action | Next.js | request singleton unregistered
        the server action that a form or script calls.
        ! The ID changes with each build: a page from before a deployment calls an action that no longer exists.
        > Next-Action: 7f3c2a905a1e4d1b9a0e0c2b8f6d1e22
        X-Livewire | Laravel Livewire | request singleton unregistered
        marks a request of Livewire.
        ! A cache that ignores it may send a component's JSON as a page.
        > X-Livewire: true
        Tus-Version | tus 1.0 | response list unregistered
        the versions of the tus protocol that the server implements.
        ! It is a list for OPTIONS; Tus-Resumable is the version of this message.
        > Tus-Version: 1.0.0,0.2.2
        Tus-Extension | tus 1.0 | response list unregistered
        the extensions of the tus protocol that the server implements.
        ! A client that uses an extension that is not listed gets 404 or 405.
        > Tus-Extension: creation,expiration,checksum
        Tus-Max-Size | tus 1.0 | response singleton unregistered
        the maximum size of an upload in bytes.
        ! A larger upload is refused with 413, before its first byte.
        > Tus-Max-Size: 1073741824
        Upload-Defer-Length | tus 1.0 | request response singleton unregistered
        1 if the size of the upload is not known yet.
        ! The client must send Upload-Length later, with a PATCH.
        > Upload-Defer-Length: 1
        Upload-Concat | tus 1.0 | request response singleton unregistered
        whether this upload is a part, or joins parts.
        ! A final upload lists the URLs of its parts and cannot be changed any more.
        > Upload-Concat: final;/files/a /files/b
        Upload-Checksum | tus 1.0 | request singleton unregistered
        the algorithm and the checksum of this part of the upload.
        ! A wrong one is answered with 460, a status of tus only, and the part is dropped.
        > Upload-Checksum: sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=
        Upload-Expires | tus 1.0 | response singleton unregistered
        when the server removes an unfinished upload.
        ! After this time the server answers 404 or 410, and the upload begins again.
        > Upload-Expires: Sun, 01 Mar 2026 13:00:00 GMT
        X-Goog-Upload-Command | Google resumable uploads | request singleton unregistered
        what the request does: start, upload, finalize, query or cancel.
        ! The last part needs “upload, finalize”; with upload only, the file never appears.
        > X-Goog-Upload-Command: upload, finalize
        X-Goog-Upload-Offset | Google resumable uploads | request singleton unregistered
        the number of bytes of the upload before this part.
        ! After an interruption, ask with query first: the server may have less than was sent.
        > X-Goog-Upload-Offset: 8388608
        X-Goog-Upload-Status | Google resumable uploads | response singleton unregistered
        the state of the upload: active, final or cancelled.
        ! final with an error status is an upload that failed and cannot be resumed.
        > X-Goog-Upload-Status: active
        X-Goog-Upload-URL | Google resumable uploads | response singleton unregistered
        the URL for the parts of the upload.
        ! Anyone who has the URL can continue the upload; keep it secret.
        > X-Goog-Upload-URL: https://upload.example.com/u/3f8a1c
        X-Upload-Content-Type | Google resumable uploads | request singleton unregistered
        the type of the file that will be uploaded.
        ! Without it, the type of the later parts counts.
        > X-Upload-Content-Type: video/mp4
        X-Upload-Content-Length | Google resumable uploads | request singleton unregistered
        the size in bytes of the file that will be uploaded.
        ! It has to be the size of the whole file, not of the first part.
        > X-Upload-Content-Length: 104857600
        Sec-CH-Prefers-Reduced-Transparency | Media Queries 5 | request structuredItem unregistered browserOnly
        whether the user wants pages with little transparency.
        Sec-CH-Prefers-Contrast | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user wants more or less contrast.
        ! Responses that differ by it need Vary: Sec-CH-Prefers-Contrast.
        > Sec-CH-Prefers-Contrast: more
        Sec-CH-Forced-Colors | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user's own colours replace those of the page.
        Sec-CH-UA-WoW64 | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        whether a 32-bit browser runs on 64-bit Windows.
        ! Browsers other than those on Windows always send ?0.
        > Sec-CH-UA-WoW64: ?0
        Sec-CH-UA-Form-Factors | W3C User-Agent Client Hints | request structuredList unregistered browserOnly
        the kinds of device, for example "Desktop" or "Mobile".
        ! It is sent only after Accept-CH asked for it, over https.
        > Sec-CH-UA-Form-Factors: "Desktop"
        Sec-CH-DPR | W3C Client Hints Infrastructure | request structuredItem unregistered browserOnly
        the number of device pixels for each pixel of the page.
        ! It changes with the zoom of the page, so images that depend on it need Vary: Sec-CH-DPR.
        > Sec-CH-DPR: 2.0
        Sec-CH-Width | W3C Client Hints Infrastructure | request structuredItem unregistered browserOnly
        the width in device pixels in which the page shows the image.
        ! It is sent only for images with a sizes attribute.
        > Sec-CH-Width: 1280
        Sec-CH-Viewport-Width | W3C Client Hints Infrastructure | request structuredItem unregistered browserOnly
        the width of the window in pixels of the page.
        ! On the first visit it is missing: the server learns it only after Accept-CH.
        > Sec-CH-Viewport-Width: 1440
        Sec-CH-Viewport-Height | W3C Client Hints Infrastructure | request structuredItem unregistered browserOnly
        the height of the window in pixels of the page.
        ! On the first visit it is missing: the server learns it only after Accept-CH.
        > Sec-CH-Viewport-Height: 900
        Sec-CH-Device-Memory | W3C Device Memory | request structuredItem unregistered browserOnly
        the device's memory in GiB, rounded.
        ! It is rounded and has an upper limit, so that it identifies no device.
        > Sec-CH-Device-Memory: 8
        X-CSRFToken | Django | request singleton unregistered secret
        the token that proves that a request comes from the site's own pages.
        ! Django compares it with the cookie csrftoken. Without that cookie, or with another Origin, it answers 403.
        > X-CSRFToken: 3f8a1c…
        X-API-Version | not registered | request response singleton unregistered
        the version of the interface (a convention).
        ! Responses that differ by it need Vary: X-API-Version.
        > X-API-Version: 2
        X-App-Version | not registered | request response singleton unregistered
        the version of the application (a convention).
        ! A version that names a build tells attackers which faults to try.
        > X-App-Version: 4.2.1
        X-Method-Override | not registered | request singleton unregistered
        a method that the server uses in place of POST (a convention).
        ! It passes rules that look only at the method; ignore it for requests with other methods than POST.
        > X-Method-Override: PATCH
        X-AspNetMvc-Version | Microsoft ASP.NET | response singleton unregistered
        the version of ASP.NET MVC.
        ! It helps attackers choose an exploit; MvcHandler.DisableMvcResponseHeader removes it.
        > X-AspNetMvc-Version: 5.2
        X-Generator | not registered | response singleton unregistered
        the program that made the page.
        ! It helps attackers choose an exploit.
        > X-Generator: Drupal 10 (https://www.drupal.org)
        X-Drupal-Cache | Drupal | response singleton unregistered caching
        the result of Drupal's cache of pages: HIT or MISS.
        ! It is of the cache for anonymous users; it is missing for users who are logged in.
        > X-Drupal-Cache: HIT
        X-Drupal-Dynamic-Cache | Drupal | response singleton unregistered caching
        the result of Drupal's cache for users who are logged in: HIT, MISS or UNCACHEABLE.
        ! UNCACHEABLE is a page on which a part forbids it, often by a max-age of 0.
        > X-Drupal-Dynamic-Cache: MISS
        X-Pingback | Pingback 1.0 | response singleton unregistered
        the URL that accepts pingbacks.
        ! Attackers use the pingbacks of WordPress for floods; remove the field and the service if you do not need them.
        > X-Pingback: https://blog.example.com/xmlrpc.php
        X-Redirect-By | WordPress | response singleton unregistered
        the program or plug-in that caused the redirect.
        ! WordPress by itself is often the redirect to the address of the settings, such as http to https.
        > X-Redirect-By: WordPress
        X-Shopify-Stage | Shopify | response singleton unregistered
        the environment that served the page.
        > X-Shopify-Stage: production
        X-ShopId | Shopify | response singleton unregistered
        Shopify's ID of the shop.
        > X-ShopId: 12345678
        X-Powered-CMS | not registered | response singleton unregistered
        the content management system.
        ! It helps attackers choose an exploit.
        > X-Powered-CMS: Bitrix Site Manager
        X-Jenkins | Jenkins | response singleton unregistered
        the version of Jenkins.
        ! It is sent without a login, too, and tells attackers which faults to try.
        > X-Jenkins: 2.440.1
        X-Jenkins-Session | Jenkins | response singleton unregistered
        an ID of this run of Jenkins.
        ! It changes with each restart.
        > X-Jenkins-Session: 3f8a1c90
        X-Debug-Token | Symfony | response singleton unregistered
        the ID of the request in Symfony's profiler.
        ! The profiler shows secrets; it must not be reachable in production.
        > X-Debug-Token: 3f8a1c
        X-Debug-Token-Link | Symfony | response singleton unregistered
        the URL of the request in Symfony's profiler.
        ! The profiler shows secrets; it must not be reachable in production.
        > X-Debug-Token-Link: https://shop.example.com/_profiler/3f8a1c
        X-WebKit-CSP | Content Security Policy 1.0 | response singleton unregistered obsolete
        the policy of the page for old versions of Chrome and Safari; Content-Security-Policy replaces it.
        ! No current browser reads it, so a page with this field only has no policy.
        > X-WebKit-CSP: default-src 'self'
        X-Content-Security-Policy | Content Security Policy 1.0 | response singleton unregistered obsolete
        the policy of the page for old versions of Firefox and Internet Explorer; Content-Security-Policy replaces it.
        ! No current browser reads it, so a page with this field only has no policy.
        > X-Content-Security-Policy: default-src 'self'
        Unencoded-Digest | draft-ietf-httpbis-unencoded-digest | request response structuredDictionary unregistered
        digests of the content before any content coding.
        ! It is over the content without gzip: Content-Digest of the same response differs.
        > Unencoded-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBF7kbu9DBPE=:
        Want-Unencoded-Digest | draft-ietf-httpbis-unencoded-digest | request response structuredDictionary unregistered
        the digest algorithms that the sender prefers for Unencoded-Digest.
        ! It is a wish; a server may leave the digest out.
        > Want-Unencoded-Digest: sha-256=10
        Sec-Speculation-Tags | HTML Standard | request structuredList unregistered browserOnly
        the tags of the speculation rules that caused the prefetch.
        ! Servers that refuse prefetches by it should answer 503, and nothing that is stored.
        > Sec-Speculation-Tags: "list"
        Integrity-Policy | Subresource Integrity | response structuredDictionary unregistered
        the kinds of resources that the page loads only with a digest in integrity.
        ! Scripts without integrity, or loaded without CORS, are blocked: try it with Integrity-Policy-Report-Only
        first.
        > Integrity-Policy: blocked-destinations=(script)
        Integrity-Policy-Report-Only | Subresource Integrity | response structuredDictionary unregistered
        the same as Integrity-Policy, but the browser only reports.
        ! It blocks nothing, so a page with this field only is not protected.
        > Integrity-Policy-Report-Only: blocked-destinations=(script), endpoints=(main)
        Connection-Allowlist | WICG | response structuredList unregistered
        the servers that the page may connect to.
        Content-Translation-Type | RFC 8255 | response singleton unregistered
        how a part of a multilingual email was translated: original, human or automated.
        ! Machine translations should say automated: readers rely on it.
        > Content-Translation-Type: automated
        Tk | Tracking Preference Expression | response singleton unregistered obsolete
        whether the server tracks the user, in answer to DNT; the standard was given up.
        ! No browser asks for it today.
        > Tk: N
        Document-Isolation-Policy | WICG | response structuredItem unregistered
        isolates the page from other origins, as Cross-Origin-Embedder-Policy does, without conditions for its frames.
        ! Only Chromium knows it, from 137 on; other browsers do not isolate the page.
        > Document-Isolation-Policy: isolate-and-credentialless
        """
}
