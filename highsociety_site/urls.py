"""All addresses of the site: the admin, then those of `games`."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [path("admin/", admin.site.urls), path("", include("games.urls"))]
handler404 = "games.views.pages.not_found"
handler500 = "games.views.pages.broken"
