extension Tables {
    /// Directives of Content-Security-Policy.
    static let policyDirectiveRows = """
        base-uri | W3C CSP Level 3 |
        limits the URLs that a base element may set for the page's relative links.
        ! default-src does not cover it: without it an injected base element sends relative scripts to another host.
        > Content-Security-Policy: base-uri 'self'
        block-all-mixed-content | Mixed Content | obsolete
        blocked content over http on a page over https; browsers do that without it now.
        ! It does nothing that upgrade-insecure-requests does not do better.
        > Content-Security-Policy: block-all-mixed-content
        child-src | W3C CSP Level 3 |
        limits frames and workers where frame-src or worker-src is missing.
        ! Where frame-src and worker-src are there, it has no effect.
        > Content-Security-Policy: child-src 'self'
        connect-src | W3C CSP Level 3 |
        limits what scripts may connect to with fetch, XMLHttpRequest, WebSocket and EventSource.
        ! 'self' covers wss: of the same host only in newer browsers, so name the WebSocket's URL.
        > Content-Security-Policy: connect-src 'self' https://api.example.com
        default-src | W3C CSP Level 3 |
        is the list for all kinds of content that have no directive of their own.
        ! It does not cover base-uri, form-action and frame-ancestors; a directive of its own replaces it whole.
        > Content-Security-Policy: default-src 'self'
        fenced-frame-src | Fenced Frame | provisional
        limits the URLs of fenced frames.
        ! Only Chromium knows fenced frames.
        > Content-Security-Policy: fenced-frame-src https:
        font-src | W3C CSP Level 3 |
        limits the URLs of fonts.
        ! A font in a style sheet as a data: URL needs data: in the list.
        > Content-Security-Policy: font-src 'self' https://fonts.example.com
        form-action | W3C CSP Level 3 |
        limits the URLs to which forms may be sent.
        ! default-src does not cover it, and some browsers check redirects after the form too.
        > Content-Security-Policy: form-action 'self'
        frame-ancestors | W3C CSP Level 3 |
        limits the pages that may show this page in a frame.
        ! It has no effect in a meta element or in a policy that only reports, and default-src does not cover it.
        > Content-Security-Policy: frame-ancestors 'none'
        frame-src | W3C CSP Level 3 |
        limits the URLs that the page may show in frames.
        ! It says what the page may frame; frame-ancestors says who may frame the page.
        > Content-Security-Policy: frame-src https://player.example.com
        img-src | W3C CSP Level 3 |
        limits the URLs of images and icons.
        ! Images as data: URLs need data: in the list.
        > Content-Security-Policy: img-src 'self' data:
        manifest-src | W3C CSP Level 3 |
        limits the URL of the web app's manifest.
        ! Without it default-src applies, and the app cannot be installed when that is 'none'.
        > Content-Security-Policy: manifest-src 'self'
        media-src | W3C CSP Level 3 |
        limits the URLs of audio, video and subtitles.
        ! Players that build the stream in a script need blob: in the list.
        > Content-Security-Policy: media-src 'self' blob:
        navigate-to | W3C CSP Level 3 | obsolete
        was to limit where the page may lead by any means; no browser has it.
        ! It protects nothing: it was removed from the specification.
        > Content-Security-Policy: navigate-to 'self'
        object-src | W3C CSP Level 3 |
        limits the URLs of object and embed elements.
        ! Without it or default-src, an injected plug-in runs outside script-src.
        > Content-Security-Policy: object-src 'none'
        plugin-types | W3C CSP Level 3 | obsolete
        limited the media types of plug-ins; browsers no longer have them.
        ! Browsers ignore it; object-src 'none' does what it was for.
        > Content-Security-Policy: plugin-types application/pdf
        prefetch-src | W3C CSP Level 3 | obsolete
        limited what may be fetched ahead of use; default-src does now.
        ! Browsers ignore it.
        > Content-Security-Policy: prefetch-src 'self'
        referrer | W3C CSP Level 3 | obsolete
        set what Referer says; Referrer-Policy replaces it.
        ! Browsers ignore it: send Referrer-Policy.
        > Content-Security-Policy: referrer no-referrer
        report-to | W3C CSP Level 3 |
        names the endpoint of Reporting-Endpoints that gets reports of what was blocked.
        ! Without that name in Reporting-Endpoints nothing is sent; it takes a name, not a URL.
        > Content-Security-Policy: default-src 'self'; report-to csp
        report-uri | W3C CSP Level 3 | obsolete
        gives the URLs that get reports of what was blocked; report-to replaces it.
        ! Browsers that know report-to ignore it, and Firefox needs it: send both.
        > Content-Security-Policy: default-src 'self'; report-uri /csp
        require-sri-for | Subresource Integrity | obsolete
        required a checksum of each script or style sheet; no browser has it.
        ! It protects nothing: write integrity on each element.
        > Content-Security-Policy: require-sri-for script
        require-trusted-types-for | Trusted Types |
        forbids scripts to pass plain text to functions that run or insert it.
        ! Libraries that write HTML from text stop: try it with Content-Security-Policy-Report-Only first.
        > Content-Security-Policy: require-trusted-types-for 'script'
        sandbox | HTML |
        loads the page as in a sandboxed frame, but for what its flags allow.
        ! allow-scripts with allow-same-origin gives a page of your own origin all of its rights back.
        > Content-Security-Policy: sandbox allow-forms
        script-src | W3C CSP Level 3 |
        limits which scripts run, by URL, nonce or hash.
        ! 'unsafe-inline' lets injected scripts run, unless a nonce or hash is there, which turns it off.
        > Content-Security-Policy: script-src 'nonce-r4nd0m' 'strict-dynamic'
        script-src-attr | W3C CSP Level 3 |
        limits scripts in attributes such as onclick.
        ! A nonce does not allow an attribute: only 'unsafe-inline' or 'unsafe-hashes' with its hash does.
        > Content-Security-Policy: script-src-attr 'none'
        script-src-elem | W3C CSP Level 3 |
        limits scripts in script elements.
        ! Safari before 15.4 ignores it, so script-src has to suffice by itself.
        > Content-Security-Policy: script-src-elem 'self'
        style-src | W3C CSP Level 3 |
        limits which style sheets apply, by URL, nonce or hash.
        ! A nonce does not allow style attributes: these need 'unsafe-inline' or 'unsafe-hashes'.
        > Content-Security-Policy: style-src 'self'
        style-src-attr | W3C CSP Level 3 |
        limits styles in attributes.
        ! Scripts that set element.style are not limited by it.
        > Content-Security-Policy: style-src-attr 'none'
        style-src-elem | W3C CSP Level 3 |
        limits style elements and linked style sheets.
        ! Safari before 15.4 ignores it, so style-src has to suffice by itself.
        > Content-Security-Policy: style-src-elem 'self'
        trusted-types | Trusted Types |
        names the policies that may make trusted values for require-trusted-types-for.
        ! By itself it requires nothing: require-trusted-types-for does.
        > Content-Security-Policy: trusted-types app; require-trusted-types-for 'script'
        upgrade-insecure-requests | Upgrade Insecure Requests |
        loads http: URLs of the page over https instead.
        ! It does not upgrade links to other sites, and is no substitute for Strict-Transport-Security.
        > Content-Security-Policy: upgrade-insecure-requests
        webrtc | W3C CSP Level 3 |
        allows or blocks WebRTC connections.
        ! connect-src does not limit WebRTC: without this directive data can leave through it.
        > Content-Security-Policy: webrtc 'block'
        worker-src | W3C CSP Level 3 |
        limits the URLs of workers and service workers.
        ! Workers from blob: URLs need blob: in the list; without it script-src applies.
        > Content-Security-Policy: worker-src 'self'
        """

    /// Features of Permissions-Policy.
    static let policyFeatureRows = """
        accelerometer | Accelerometer |
        lets the page read the device's acceleration.
        ! Without it, frames of other origins get no readings and no error that says why.
        > Permissions-Policy: accelerometer=()
        ambient-light-sensor | Ambient Light Sensor | provisional
        lets the page read the brightness around the device.
        ! Chromium has it only with a setting for developers.
        > Permissions-Policy: ambient-light-sensor=()
        attribution-reporting | Attribution Reporting | provisional
        lets the page register clicks and purchases for measuring advertisements.
        ! Scripts of third parties in the page can use it unless it is empty.
        > Permissions-Policy: attribution-reporting=()
        autoplay | HTML |
        lets audio and video start by themselves.
        ! An allowed frame still needs the user's interaction with the page for sound.
        > Permissions-Policy: autoplay=(self)
        bluetooth | Web Bluetooth | provisional
        lets the page connect to Bluetooth devices.
        ! Only Chromium has it, and the user chooses each device.
        > Permissions-Policy: bluetooth=()
        browsing-topics | Topics API | provisional
        lets the page see what the user is interested in, for advertisements.
        ! Scripts of third parties in the page can call it unless it is empty.
        > Permissions-Policy: browsing-topics=()
        camera | Media Capture and Streams |
        lets the page ask for the camera.
        ! A frame of another origin needs the allow attribute too; the header by itself does not pass the right on.
        > Permissions-Policy: camera=(self)
        ch-ua | Client Hints Infrastructure | provisional
        lets requests to other origins carry Sec-CH-UA.
        ! Accept-CH of the page by itself sends hints to its own origin only.
        > Permissions-Policy: ch-ua=(self "https://cdn.example.com")
        clipboard-read | Clipboard API |
        lets the page read the clipboard.
        ! Browsers still ask the user.
        > Permissions-Policy: clipboard-read=()
        clipboard-write | Clipboard API |
        lets the page write to the clipboard.
        ! A copy button in a frame of another origin fails without it.
        > Permissions-Policy: clipboard-write=(self)
        compute-pressure | Compute Pressure | provisional
        lets the page see how busy the processor is.
        ! Only Chromium has it.
        > Permissions-Policy: compute-pressure=()
        cross-origin-isolated | HTML |
        lets the page use shared memory and precise timers where it is isolated.
        ! It does not isolate the page: Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy do.
        > Permissions-Policy: cross-origin-isolated=(self)
        display-capture | Screen Capture |
        lets the page ask to record the screen.
        ! A frame of another origin needs the allow attribute too.
        > Permissions-Policy: display-capture=(self)
        document-domain | HTML | obsolete
        let the page change document.domain.
        ! Browsers remove document.domain: use postMessage.
        > Permissions-Policy: document-domain=()
        encrypted-media | Encrypted Media Extensions |
        lets the page play protected media.
        ! An embedded player reports only that no key system is there.
        > Permissions-Policy: encrypted-media=(self "https://player.example.com")
        fullscreen | Fullscreen |
        lets the page fill the screen.
        ! An embedded player needs allow="fullscreen" on its frame too.
        > Permissions-Policy: fullscreen=(self)
        gamepad | Gamepad | provisional
        lets the page read game controllers.
        ! Browsers differ in whether frames may by default.
        > Permissions-Policy: gamepad=(self)
        geolocation | Geolocation |
        lets the page ask for the position.
        ! Blocked by the policy, the page gets the same error as when the user refuses.
        > Permissions-Policy: geolocation=(self)
        gyroscope | Gyroscope |
        lets the page read the device's rotation.
        ! Device orientation in a frame needs accelerometer and gyroscope.
        > Permissions-Policy: gyroscope=()
        hid | WebHID | provisional
        lets the page connect to keyboards, pads and similar devices.
        ! Only Chromium has it.
        > Permissions-Policy: hid=()
        identity-credentials-get | Federated Credential Management | provisional
        lets the page sign in through the browser's account chooser.
        ! A sign-in button in a frame of another origin needs it.
        > Permissions-Policy: identity-credentials-get=(self)
        idle-detection | Idle Detection | provisional
        lets the page see whether the user is away.
        ! Only Chromium has it.
        > Permissions-Policy: idle-detection=()
        interest-cohort | Federated Learning of Cohorts | obsolete
        let the page see the user's group for advertisements; browsing-topics replaced it.
        ! Browsers report an unknown feature: remove it.
        > Permissions-Policy: interest-cohort=()
        keyboard-map | Keyboard Map | provisional
        lets the page see the layout of the keyboard.
        ! Only Chromium has it.
        > Permissions-Policy: keyboard-map=()
        local-fonts | Local Font Access | provisional
        lets the page see the fonts that are installed.
        ! The list identifies users, so leave it empty where nothing draws with them.
        > Permissions-Policy: local-fonts=()
        magnetometer | Magnetometer |
        lets the page read the magnetic field around the device.
        ! Chromium has it only with a setting for developers.
        > Permissions-Policy: magnetometer=()
        microphone | Media Capture and Streams |
        lets the page ask for the microphone.
        ! A call in a frame of another origin needs camera and microphone in the allow attribute too.
        > Permissions-Policy: microphone=(self)
        midi | Web MIDI |
        lets the page connect to musical instruments.
        ! Browsers still ask the user.
        > Permissions-Policy: midi=()
        otp-credentials | WebOTP | provisional
        lets the page read a one-time code from a text message.
        ! Only Chromium on Android has it.
        > Permissions-Policy: otp-credentials=(self)
        payment | Payment Request |
        lets the page ask for a payment.
        ! A checkout in a frame of another origin needs it in both the header and the allow attribute.
        > Permissions-Policy: payment=(self "https://pay.example.com")
        picture-in-picture | Picture-in-Picture |
        lets a video float above other windows.
        ! By default every frame may.
        > Permissions-Policy: picture-in-picture=()
        publickey-credentials-create | Web Authentication |
        lets the page create passkeys.
        ! A frame of another origin may not by default, so registration fails there.
        > Permissions-Policy: publickey-credentials-create=(self)
        publickey-credentials-get | Web Authentication |
        lets the page sign in with passkeys.
        ! A login in a frame of another origin fails without it.
        > Permissions-Policy: publickey-credentials-get=(self "https://login.example.com")
        screen-wake-lock | Screen Wake Lock |
        lets the page keep the screen on.
        ! The lock ends when the page is hidden; ask again when it is shown.
        > Permissions-Policy: screen-wake-lock=(self)
        serial | Web Serial | provisional
        lets the page connect to serial ports.
        ! Only Chromium has it.
        > Permissions-Policy: serial=()
        speaker-selection | Audio Output Devices | provisional
        lets the page choose where sound is played.
        ! Browsers that do not know it report an unknown feature.
        > Permissions-Policy: speaker-selection=(self)
        storage-access | Storage Access |
        lets frames ask for their unpartitioned cookies.
        ! By default every frame may ask; the user or the browser decides.
        > Permissions-Policy: storage-access=(self)
        sync-xhr | XMLHttpRequest |
        lets scripts wait for an XMLHttpRequest.
        ! Empty, old libraries throw an error at the first request that waits.
        > Permissions-Policy: sync-xhr=()
        unload | HTML | provisional
        lets pages run handlers of the unload event.
        ! Libraries that save state there lose it: use pagehide.
        > Permissions-Policy: unload=()
        usb | WebUSB | provisional
        lets the page connect to USB devices.
        ! Only Chromium has it.
        > Permissions-Policy: usb=()
        web-share | Web Share |
        lets the page open the system's sheet for sharing.
        ! A frame of another origin may not by default.
        > Permissions-Policy: web-share=(self)
        window-management | Window Management | provisional
        lets the page see and use several screens.
        ! Only Chromium has it.
        > Permissions-Policy: window-management=(self)
        xr-spatial-tracking | WebXR |
        lets the page follow movements of a headset.
        ! A scene in a frame of another origin needs the allow attribute too.
        > Permissions-Policy: xr-spatial-tracking=(self)
        """

    /// Directives of Strict-Transport-Security.
    static let transportDirectiveRows = """
        includeSubDomains | RFC 6797 §6.1.2 |
        extends the rule to all subdomains.
        ! A subdomain without a certificate becomes unreachable for all who saw the field.
        > Strict-Transport-Security: max-age=31536000; includeSubDomains
        max-age | RFC 6797 §6.1.1 | takesSeconds
        says for how many seconds browsers use https for this host.
        ! 0 ends the rule; a short time leaves users unprotected after a holiday.
        > Strict-Transport-Security: max-age=31536000
        preload | HSTS preload list | unregistered
        consents to being built into browsers.
        ! Removal from the list takes months, so test with includeSubDomains first.
        > Strict-Transport-Security: max-age=63072000; includeSubDomains; preload
        """
}
