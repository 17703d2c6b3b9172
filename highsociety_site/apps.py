"""Django's admin with a front door of our own."""

from django.contrib.admin.apps import AdminConfig


class HouseAdminConfig(AdminConfig):
    default_site = "highsociety_site.house.HouseAdmin"
